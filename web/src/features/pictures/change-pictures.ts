import { deleteBlob, writeBlob } from '../../lib/blobs.ts';
import { makeUuid } from '../../lib/make-uuid.ts';
import type { DraftPicture } from './draft-picture.ts';
import type { DraftPictures } from './use-draft-pictures.ts';

export function attachPicture(pictures: DraftPictures, blob: Blob): void {
  const key = makeUuid();
  pictures.hold(key, blob);
  void writeBlob(pictures.nameOf(key), blob);
  pictures.change((now) => [...now, { key, id: makeUuid(), done: false, description: '' }]);
}

/** Removes a picture; returns a function that restores it in place. */
export function detachPicture(pictures: DraftPictures, key: string): () => void {
  const place = pictures.read().findIndex((picture) => picture.key === key);
  const taken = pictures.read().slice(place, place + 1);
  const blob = pictures.blobOf(key);
  pictures.change((now) => now.filter((picture) => picture.key !== key));
  void deleteBlob(pictures.nameOf(key));
  return () => {
    if (blob) void writeBlob(pictures.nameOf(key), blob);
    pictures.change((now) => now.toSpliced(place, 0, ...taken));
  };
}

export function movePicture(pictures: DraftPictures, key: string, place: number): void {
  pictures.change((now) => {
    const moved = now.find((picture) => picture.key === key);
    return moved ? now.filter((picture) => picture !== moved).toSpliced(place, 0, moved) : now;
  });
}

/** Patches one picture: its description, upload state, or name on the server. */
export function patchPicture(pictures: DraftPictures, key: string, fields: Partial<DraftPicture>): void {
  pictures.change((now) => now.map((picture) => (picture.key === key ? { ...picture, ...fields } : picture)));
}
