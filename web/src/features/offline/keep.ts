import { copy } from '../../copy.ko.ts';
import type { Input, Key } from '../../lib/api.ts';
import { shownUser } from '../../lib/shown-user.ts';
import { showToast } from '../../lib/toast-store.ts';
import { forgetWish, isAway, keepUnsent } from './outbox.ts';

/** Shows that the write is stored; otherwise its form keeps it and shows an error. */
function tell(kept: boolean): boolean {
  if (kept) showToast(copy['outbox.kept']);
  return kept;
}

/** Stores a reply that got no answer, under the id of the first attempt. */
export async function keepReply(
  postId: string,
  title: string,
  body: Input<'POST /api/posts/{id}/replies'>['body'],
): Promise<boolean> {
  return tell(
    await keepUnsent({
      id: body.id,
      kind: 'reply',
      key: 'POST /api/posts/{id}/replies',
      input: { path: { id: postId }, body },
      pictures: [],
      about: title,
      text: body.body,
      path: `/post/${postId}`,
    }),
  );
}

/** Stores a post with the bytes of its pictures. */
export async function keepPost(
  input: Input<'POST /api/buildings/{buildingId}/posts'>,
  blobs: readonly { id: string; blob: Blob }[],
  path: string,
): Promise<boolean> {
  const pictures = await Promise.all(
    blobs.map(async ({ id, blob }) => ({ id, type: blob.type, bytes: await blob.arrayBuffer() })),
  );
  return tell(
    await keepUnsent({
      id: input.body.id,
      kind: 'post',
      key: 'POST /api/buildings/{buildingId}/posts',
      input,
      pictures,
      about: '',
      text: `${input.body.title}\n${input.body.body}`,
      path,
    }),
  );
}

/** Sends a like or bookmark, or its removal; if unreachable, stores it, replacing earlier ones. */
export async function sendWish<State>(
  about: string,
  wish: State,
  send: (wish: State) => Promise<State>,
): Promise<State> {
  await forgetWish(about);
  try {
    return await send(wish);
  } catch (error) {
    if (await keepWish(error, about, wish)) return wish;
    throw error;
  }
}

async function keepWish(error: unknown, about: string, wish: unknown): Promise<boolean> {
  const [, things, id = '', what] = /^(posts|replies)\/([^/]+)\/(like|scrap)$/.exec(about) ?? [];
  if (!things || !(await isAway(error))) return false;
  const isOn = typeof wish === 'object' ? (wish as { liked: boolean }).liked : wish;
  const key = `${isOn ? 'PUT' : 'DELETE'} /api/${things}/{id}/${what}` as Key;
  const input = { path: { id } };
  return keepUnsent({
    id: `${shownUser()} ${about}`,
    kind: 'wish',
    key,
    input,
    pictures: [],
    about: '',
    text: '',
    path: '',
  });
}
