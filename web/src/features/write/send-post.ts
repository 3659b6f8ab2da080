import { call, isRefusal, type Output } from '../../platform/api.ts';
import { uploadImage, type UploadOptions } from '../../platform/upload.ts';
import { type Draft, nameAttempt } from './draft.ts';
import { makeUuid } from '../../platform/make-uuid.ts';

export type SentPost = Output<'POST /api/buildings/{buildingId}/posts'>;

export type SetDraft = <Name extends keyof Draft>(name: Name, value: Draft[Name]) => void;

/**
 * Sends a draft: its picture first, when that is not on the server yet, then the post. Names are stored with the
 * draft before they are used: what fails half-way is sent again under the same ones.
 */
export async function sendPost(
  boardId: string,
  draft: Draft,
  image: Blob | undefined,
  set: SetDraft,
  options: UploadOptions,
): Promise<SentPost> {
  const upload = image && draft.upload ? await sendImage(draft.upload, image, set, options) : null;
  const attempt = nameAttempt({ ...draft, upload });
  set('attempt', attempt);
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
    // The picture is gone or used, or the id is taken: the next try uses new names.
    if (isRefusal(error, 'upload.used')) set('upload', { id: makeUuid(), done: false });
    if (isRefusal(error, 'identifier.taken')) set('attempt', null);
    throw error;
  }
}

type Upload = NonNullable<Draft['upload']>;

async function sendImage(
  upload: Upload,
  image: Blob,
  set: SetDraft,
  options: UploadOptions,
): Promise<Upload> {
  if (upload.done) return upload;
  let name = upload;
  try {
    await uploadImage(name.id, image, options);
  } catch (error) {
    if (!isRefusal(error, 'identifier.taken')) throw error;
    name = { id: makeUuid(), done: false };
    set('upload', name);
    await uploadImage(name.id, image, options);
  }
  const sent = { ...name, done: true };
  set('upload', sent);
  return sent;
}
