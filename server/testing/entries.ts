import type { EntryKind } from '@madang/contract/admin/rules';
import type { EntryInput } from '@madang/contract/admin/schema';
import type { MadeUser } from './makers.ts';

export const NEW_ENTRY: EntryInput = {
  version: null,
  title: '중앙도서관 야간 개방',
  body: '시험 기간에는\n새벽 두 시까지 열어요.',
  uploadId: null,
  keepPicture: false,
  beginsAt: null,
  endsAt: null,
};

/** Saves an entry; by default a new one. */
export const saveEntry = (who: MadeUser, kind: EntryKind, id: string, changes: Partial<EntryInput> = {}) =>
  who.browser.call('PUT /api/operate/bulletin/{kind}/{id}', {
    path: { kind, id },
    body: { ...NEW_ENTRY, ...changes },
  });

/** Returns the text of an entry as students see it, and the status of its picture. */
export async function seeEntry(student: MadeUser, kind: EntryKind, id: string) {
  const get = async (path: string) => {
    const answer = await student.browser.send('GET', path);
    return answer.status === 200 ? ((await answer.json()) as Record<string, unknown>) : undefined;
  };
  if (kind === 'facility-notice') {
    const post = await get(`/api/posts/${id}`);
    const contents = (post?.contents ?? []) as { text?: string; image?: string }[];
    const image = contents.find((part) => part.image)?.image ?? null;
    return post && { title: post.title, body: contents[0]?.text, image, createdAt: post.createdAt };
  }
  const entry = await get(`/api/${kind}s/${id}`);
  const { title, body, image = null, createdAt } = entry ?? {};
  return entry && { title, body, image, createdAt };
}
