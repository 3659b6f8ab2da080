import type { EntryKind } from '@madang/contract/operate/entry-rules';
import { v7 as uuidv7 } from 'uuid';
import type { Database, Executor, Transaction } from '../../platform/database/database.ts';
import { ProblemError, refuseFields } from '../../platform/http/problem.ts';
import { cancelImageRemoval, noteImageRemoval } from '../../platform/images/image-removals.ts';
import type { ImageStore } from '../../platform/images/image-store.ts';
import type { Session } from '../../platform/sessions/sessions.ts';
import { encodeUploadedImage, eventImageKey, imageMark, putEntryImage } from '../bulletin/index.ts';
import { findUpload, NOTICE_PICTURES, putUpload, UPLOAD_FILES, uploadPath } from '../posts/index.ts';
import { listPictures, type EntryPicture } from './entries.queries.ts';

/** A picture that is ready to be stored for an entry. */
export interface MadePicture {
  columns: EntryPicture;
  /** Last in the transaction that writes the entry, so that a failing store undoes it. */
  store: (transaction: Transaction) => Promise<void>;
}

/** Where a picture lies in the store: a PNG, or of a facility notice a folder with the files of an upload. */
export function pictureKey(kind: EntryKind, id: string, mark: string): string {
  return kind === 'facility-notice' ? `posts/${NOTICE_PICTURES}/${mark}` : eventImageKey(id);
}

/** Longer than a save takes, in seconds: a picture without an entry by then is nobody's. */
const NOBODYS_AFTER = 3_600;

/**
 * Makes an entry's picture out of an own upload. It is a copy: the upload belongs to a student, and goes with them.
 *
 * @throws {ProblemError} `input.invalid` for an upload that is unknown, another's or a post's already.
 */
export async function makePicture(
  { database, images }: { database: Database; images: ImageStore },
  session: Session,
  kind: EntryKind,
  id: string,
  uploadId: string,
): Promise<MadePicture> {
  const upload = await findUpload(database, uploadId);
  if (!upload || upload.owner_id !== session.userId || upload.post_id !== null)
    return refuseFields({ uploadId: 'invalid' }) as never;
  const path = uploadPath(session.userId, uploadId);
  const [small, large] = await Promise.all(UPLOAD_FILES.map((file) => images.get(`${path}/${file}`)));
  if (!small || !large) return refuseFields({ uploadId: 'invalid' }) as never;
  const { width, height } = upload;
  const columnsOf = (mark: string): EntryPicture => ({
    picture_mark: mark,
    picture_upload: uploadId,
    picture_width: width,
    picture_height: height,
  });
  if (kind !== 'facility-notice') {
    const png = await encodeUploadedImage(Buffer.from(large));
    const store = (transaction: Transaction) => stored(putEntryImage(transaction, images, id, png));
    return { columns: columnsOf(imageMark(png)), store };
  }
  const mark = uuidv7();
  const folder = pictureKey(kind, id, mark);
  await noteImageRemoval(database, folder, NOBODYS_AFTER);
  return {
    columns: columnsOf(mark),
    async store(transaction) {
      await cancelImageRemoval(transaction, folder);
      const [first, second] = [small, large].map((bytes) => ({ bytes: Buffer.from(bytes), width, height }));
      if (first && second) await putUpload(images, folder, { small: first, large: second });
    },
  };
}

/** @throws {ProblemError} `server.unavailable` when the store fails. */
async function stored(work: Promise<void>): Promise<void> {
  await work.catch((error: Error & { code?: string }) => {
    // What the file system says; a failure of the database is told as one.
    if (error.name === 'DatabaseError') throw error;
    throw new ProblemError('server.unavailable', { retryAfter: 10, cause: error });
  });
}

/** The keys in the store of all pictures of entries, but for those of posts. */
export async function listEntryPictureKeys(executor: Executor): Promise<string[]> {
  return (await listPictures(executor)).flatMap(({ id, kind, picture_mark: mark }) => {
    const key = pictureKey(kind, id, mark);
    return kind === 'facility-notice' ? UPLOAD_FILES.map((file) => `${key}/${file}`) : [key];
  });
}
