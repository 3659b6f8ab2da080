import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { deleteBlob, readBlob, writeBlob } from '../../lib/drafts.ts';
import { makeUuid } from '../../lib/request.ts';

/** Picture of an unfinished text; its bytes are in another store of the device. */
export interface DraftPicture {
  /** Local key: its bytes are stored under it, below the draft's key. */
  key: string;
  /** Id on the server, now or after the upload. */
  id: string;
  done: boolean;
  description: string;
  /** Address of a picture that the edited post already has: it has no local bytes. */
  image?: string;
}

export function isPictures(value: unknown): value is readonly DraftPicture[] {
  return (
    Array.isArray(value) &&
    value.every((picture) => {
      if (typeof picture !== 'object' || picture === null) return false;
      const { key, id, description } = picture as Record<string, unknown>;
      return [key, id, description].every((text) => typeof text === 'string');
    })
  );
}

export interface FormPicture extends DraftPicture {
  url: string;
}

type Bytes = ReadonlyMap<string, { blob: Blob; url: string }>;

/** Manages pictures of an unfinished text: a list in the form, bytes on the device. */
export function useDraftPictures(
  draftKey: string,
  list: readonly DraftPicture[],
  set: (list: readonly DraftPicture[]) => void,
) {
  const [bytes, setBytes] = useState<Bytes>(new Map());
  // Each change builds on the previous one, not on a rendering: uploads end at any time. A later effect would undo newer changes.
  const latest = useRef({ list, bytes });
  useLayoutEffect(() => {
    latest.current = { list, bytes };
  });

  function change(next: (list: readonly DraftPicture[]) => readonly DraftPicture[]): void {
    latest.current.list = next(latest.current.list);
    set(latest.current.list);
  }

  const hold = (key: string, blob: Blob): void =>
    setBytes((known) => new Map(known).set(key, { blob, url: URL.createObjectURL(blob) }));

  const restore = useEffectEvent(async (isLeft: () => boolean) => {
    for (const { key, image } of latest.current.list) {
      if (image !== undefined || latest.current.bytes.has(key)) continue;
      const blob = await readBlob(blobKey(draftKey, key));
      if (isLeft()) return;
      if (blob) hold(key, blob);
      else change((now) => now.filter((picture) => picture.key !== key));
    }
  });
  useEffect(() => {
    let left = false;
    void restore(() => left);
    return () => {
      left = true;
    };
  }, [draftKey]);

  const letGo = useEffectEvent(() => {
    for (const { url } of latest.current.bytes.values()) URL.revokeObjectURL(url);
  });
  useEffect(() => () => letGo(), []);

  return {
    shown: list.flatMap((picture): FormPicture[] => {
      const url = picture.image ?? bytes.get(picture.key)?.url;
      return url === undefined ? [] : [{ ...picture, url }];
    }),
    /** Returns the current list, independent of the last rendering. */
    read: () => latest.current.list,
    change,
    blobOf: (key: string) => latest.current.bytes.get(key)?.blob,
    hold,
    /** Returns the device's storage key of a picture's bytes. */
    nameOf: (key: string) => blobKey(draftKey, key),
  };
}

export type DraftPictures = ReturnType<typeof useDraftPictures>;

/** Returns the bytes' storage key; a draft from before multiple pictures uses its own. */
function blobKey(draftKey: string, key: string): string {
  return key === '' ? draftKey : `${draftKey}/${key}`;
}

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
