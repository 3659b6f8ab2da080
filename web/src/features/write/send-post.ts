import { call, isRefusal, type Output } from '../../platform/api.ts';
import { type Draft, nameAttempt } from './draft.ts';
import { makeUuid } from '../../platform/uuid.ts';

const UPLOAD_TIMEOUT = 120_000;

export type SentPost = Output<'POST /api/buildings/{buildingId}/posts'>;

/**
 * Sends a draft: its picture first, when that is not on the server yet, then the post. What must survive a
 * failure half-way (names already used) is handed to `keep` before it is used.
 */
export async function sendPost(
  boardId: string,
  draft: Draft,
  image: Blob | undefined,
  keep: (part: Partial<Draft>) => void,
): Promise<SentPost> {
  const upload = image && draft.upload ? await sendImage(draft.upload, image, keep) : null;
  const attempt = nameAttempt({ ...draft, upload });
  keep({ attempt });
  try {
    return await call('POST /api/buildings/{buildingId}/posts', {
      path: { buildingId: boardId },
      body: {
        id: attempt.id,
        title: draft.title,
        body: draft.body,
        keywords: [...draft.keywords],
        uploadId: upload?.id ?? null,
      },
    });
  } catch (error) {
    // The picture is gone or taken, the id belongs to something else: the next try starts with new names.
    if (isRefusal(error, 'upload.used')) keep({ upload: { id: makeUuid(), done: false } });
    if (isRefusal(error, 'identifier.taken')) keep({ attempt: null });
    throw error;
  }
}

type Upload = NonNullable<Draft['upload']>;

async function sendImage(upload: Upload, image: Blob, keep: (part: Partial<Draft>) => void): Promise<Upload> {
  if (upload.done) return upload;
  let name = upload;
  try {
    await put(name.id, image);
  } catch (error) {
    if (!isRefusal(error, 'identifier.taken')) throw error;
    name = { id: makeUuid(), done: false };
    keep({ upload: name });
    await put(name.id, image);
  }
  const sent = { ...name, done: true };
  keep({ upload: sent });
  return sent;
}

async function put(id: string, image: Blob): Promise<void> {
  await call('PUT /api/uploads/{id}', { path: { id }, rawBody: image }, { timeout: UPLOAD_TIMEOUT });
}
