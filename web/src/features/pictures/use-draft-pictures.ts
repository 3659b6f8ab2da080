import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { readBlob } from '../../lib/blobs.ts';
import type { DraftPicture } from './draft-picture.ts';

/** Picture with its URL in the form. */
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
