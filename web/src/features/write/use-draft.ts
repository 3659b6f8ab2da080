import { useEffect, useRef, useState } from 'react';
import { deleteBlobs, writeBlob } from '../../platform/blobs.ts';
import { deleteDraft, writeDraft } from '../../platform/drafts.ts';
import { type Draft, isEmpty } from './draft.ts';
import type { SetDraft } from './send-post.ts';
import { useDraftPictures } from './use-draft-pictures.ts';

/** Stores the values of the form under this key of the device while they are written, with their pictures. */
export function useDraft(key: string, draft: Draft, set: SetDraft) {
  const [restored, setRestored] = useState(!isEmpty(draft));
  // Once emptied by hand, it is a new draft.
  if (restored && isEmpty(draft)) setRestored(false);
  const finished = useRef(false);
  const pictures = useDraftPictures(key, draft.pictures, (list) => set('pictures', list));

  useEffect(() => {
    if (finished.current) return;
    if (isEmpty(draft)) deleteDraft(key);
    else writeDraft(key, draft);
  }, [key, draft]);

  /** The post was sent: the draft is not stored again. */
  function finish(): void {
    finished.current = true;
    deleteDraft(key);
    void deleteBlobs(key);
  }

  /** Throws the draft away; what it returns brings it back. */
  function discard(): () => Promise<void> {
    const blobs = draft.pictures.map((picture) => [picture.key, pictures.blobOf(picture.key)] as const);
    finish();
    return async () => {
      writeDraft(key, draft);
      for (const [name, blob] of blobs) if (blob) await writeBlob(pictures.nameOf(name), blob);
    };
  }

  return { restored, pictures, finish, discard };
}
