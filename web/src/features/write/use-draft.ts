import { useCallback, useEffect, useRef, useState } from 'react';
import { makeUuid } from '../../platform/uuid.ts';
import { deleteBlob, readBlob, writeBlob } from '../../platform/blob-store.ts';
import { deleteDraft, draftKey, readDraft, writeDraft } from '../../platform/drafts.ts';
import { type Draft, emptyDraft, isDraft, isEmpty } from './draft.ts';

export interface DraftImage {
  blob: Blob;
  url: string;
}

/** The unfinished post of one student for one board, kept on the device while it is written. */
export function useDraft(userId: string, boardId: string) {
  const key = draftKey(userId, boardId);
  const [draft, setDraft] = useState<Draft>(() => readDraft(key, isDraft) ?? emptyDraft);
  const [image, setImage] = useState<DraftImage | null>(null);
  const finished = useRef(false);
  const hadImage = useRef(draft.upload !== null);

  useEffect(() => {
    if (finished.current) return;
    if (isEmpty(draft)) deleteDraft(key);
    else writeDraft(key, draft);
  }, [key, draft]);

  useEffect(() => {
    if (!hadImage.current) return;
    let left = false;
    void readBlob(key).then((blob) => {
      if (left) return;
      if (blob) setImage({ blob, url: URL.createObjectURL(blob) });
      else setDraft((current) => ({ ...current, upload: null }));
    });
    return () => {
      left = true;
    };
  }, [key]);

  useEffect(() => () => void (image && URL.revokeObjectURL(image.url)), [image]);

  const change = useCallback((part: Partial<Draft>) => setDraft((current) => ({ ...current, ...part })), []);

  const attach = useCallback(
    (blob: Blob) => {
      hadImage.current = false;
      setImage({ blob, url: URL.createObjectURL(blob) });
      setDraft((current) => ({ ...current, upload: { id: makeUuid(), done: false } }));
      void writeBlob(key, blob);
    },
    [key],
  );

  const detach = useCallback(() => {
    setImage(null);
    setDraft((current) => ({ ...current, upload: null }));
    void deleteBlob(key);
  }, [key]);

  /** The post stands: nothing of it is to come back. */
  const finish = useCallback(() => {
    finished.current = true;
    deleteDraft(key);
    void deleteBlob(key);
  }, [key]);

  return { draft, image, change, attach, detach, finish };
}
