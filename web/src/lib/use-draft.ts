import { useEffect, useRef, useState } from 'react';
import { deleteDraft, readStored, writeDraft } from './drafts.ts';

/** Form of a draft. */
export interface DraftForm<Values> {
  values: Values;
  fill: (values: Values) => void;
}

interface DraftOptions<Values> {
  /** Storage key on the device. */
  key: string;
  /** Initial values without a draft. */
  stored: Values;
  /** Returns the part of the values that makes a draft different; default: all. */
  contentOf?: (values: Values) => string;
  /** Data stored with the values; must be a stable object. */
  beside?: object;
}

/** Stores form values on the device until sent. Keeps a draft stored by another tab. */
export function useDraft<Values extends object>(
  { values, fill }: DraftForm<Values>,
  { key, stored, contentOf = JSON.stringify, beside }: DraftOptions<Values>,
) {
  const same = contentOf(values) === contentOf(stored);
  const [restored, setRestored] = useState(!same);
  // Emptied by hand, it is a new draft.
  if (restored && same) setRestored(false);
  const finished = useRef(false);
  /** Initial or last stored draft of this form, and its key. */
  const own = useRef({ key: '', text: '' });

  function deleteOwn(): void {
    if (readStored(key) === own.current.text) deleteDraft(key);
  }

  useEffect(() => {
    if (finished.current) return;
    if (own.current.key !== key) own.current = { key, text: readStored(key) };
    if (same) deleteOwn();
    else {
      writeDraft(key, { ...values, ...beside });
      own.current.text = readStored(key);
    }
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [key, values, same, beside]);

  return {
    /** Whether the values are from an earlier visit. */
    restored,
    /** Deletes the draft after sending, and stops storing it. */
    finish(): void {
      finished.current = true;
      deleteOwn();
    },
    /** Discards the draft; returns a function that restores it, on any screen. */
    discard(): () => void {
      fill(stored);
      // The focused button is removed.
      document.querySelector('h1')?.focus({ preventScroll: true });
      return () => {
        writeDraft(key, { ...values, ...beside });
        fill(values);
        setRestored(true);
      };
    },
  };
}
