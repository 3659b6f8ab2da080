import { makeUuid } from '../../lib/make-uuid.ts';
import { writeBlob } from '../../lib/blobs.ts';
import type { Unsent } from '../../lib/offline/database.ts';
import { draftKey, readDraft, writeDraft } from '../../lib/drafts.ts';

interface PostBody {
  title: string;
  body: string;
  keywords: string[];
  pictures?: { uploadId: string; description: string }[];
}

/** Turns a pending write into a draft to edit; false if another draft exists. */
export async function writeAgain({ userId, kind, input, pictures }: Unsent): Promise<boolean> {
  const { id = '', buildingId = '' } = (input.path ?? {}) as Record<string, string>;
  const key = draftKey(userId, kind === 'reply' ? `reply:${id}` : buildingId);
  if (readDraft(key, (value) => value !== null)) return false;
  if (kind === 'reply') {
    writeDraft(key, { body: (input.body as { body: string }).body, attempt: null });
    return true;
  }
  const { title, body, keywords, pictures: described = [] } = input.body as PostBody;
  const list = await Promise.all(
    pictures.map(async ({ id: uploadId, bytes, type }) => {
      const picture = { key: makeUuid(), id: makeUuid(), done: false };
      await writeBlob(`${key}/${picture.key}`, new Blob([bytes], { type }));
      const { description = '' } = described.find((one) => one.uploadId === uploadId) ?? {};
      return { ...picture, description };
    }),
  );
  writeDraft(key, { title, body, keywords, pictures: list, attempt: null });
  return true;
}
