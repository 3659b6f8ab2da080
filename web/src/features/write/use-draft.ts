import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { makeUuid } from '../../platform/make-uuid.ts';
import { deleteBlob, readBlob, writeBlob } from '../../platform/blob-store.ts';
import { deleteDraft, writeDraft } from '../../platform/drafts.ts';
import { type Draft, isEmpty } from './draft.ts';
import type { SetDraft } from './send-post.ts';

export interface DraftImage {
  blob: Blob;
  url: string;
}

/** Stores the values of the form under this key of the device while they are written, with their picture. */
export function useDraft(key: string, draft: Draft, set: SetDraft) {
  const [restored, setRestored] = useState(!isEmpty(draft));
  // Once emptied by hand, it is a new draft.
  if (restored && isEmpty(draft)) setRestored(false);
  const finished = useRef(false);
  const { image, attach, detach } = useDraftImage(key, draft, set);

  useEffect(() => {
    if (finished.current) return;
    if (isEmpty(draft)) deleteDraft(key);
    else writeDraft(key, draft);
  }, [key, draft]);

  /** The post was sent: the draft is not stored again. */
  function finish(): void {
    finished.current = true;
    deleteDraft(key);
    void deleteBlob(key);
  }

  /** Throws the draft away; what it returns brings it back. */
  function discard(): () => Promise<void> {
    finish();
    return async () => {
      writeDraft(key, draft);
      if (image) await writeBlob(key, image.blob);
    };
  }

  return { restored, image, attach, detach, finish, discard };
}

/** The picture of the draft: it lies in a store of its own. */
function useDraftImage(key: string, draft: Draft, set: SetDraft) {
  const [image, setImage] = useState<DraftImage | null>(null);
  const stored = useRef(draft.upload !== null);
  const show = useEffectEvent((blob: Blob | undefined) => {
    if (blob) setImage({ blob, url: URL.createObjectURL(blob) });
    else set('upload', null);
  });

  useEffect(() => {
    if (!stored.current) return;
    let left = false;
    void readBlob(key).then((blob) => {
      if (!left) show(blob);
    });
    return () => {
      left = true;
    };
  }, [key]);

  useEffect(() => () => void (image && URL.revokeObjectURL(image.url)), [image]);

  return {
    image,
    attach(blob: Blob): void {
      stored.current = false;
      setImage({ blob, url: URL.createObjectURL(blob) });
      set('upload', { id: makeUuid(), done: false });
      void writeBlob(key, blob);
    },
    detach(): void {
      setImage(null);
      set('upload', null);
      void deleteBlob(key);
    },
  };
}
