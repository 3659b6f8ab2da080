import { useEffect, useRef, useState } from 'react';
import { deleteDraft, readStored, writeDraft } from '../../platform/drafts.ts';

/** What a draft needs of its form. */
export interface DraftForm<Values> {
  values: Values;
  fill: (values: Values) => void;
}

interface DraftOptions<Values> {
  /** Under which it lies on the device. */
  key: string;
  /** What the form begins with where there is no draft. */
  stored: Values;
  /** What of the values makes a draft another one: all, where nothing is said. */
  contentOf?: (values: Values) => string;
  /** Lies beside the values; always the same object. */
  beside?: object;
}

/** Stores the values of a form on the device while they are written, until they were sent. What another tab stored there stays. */
export function useDraft<Values extends object>(
  { values, fill }: DraftForm<Values>,
  { key, stored, contentOf = JSON.stringify, beside }: DraftOptions<Values>,
) {
  const same = contentOf(values) === contentOf(stored);
  const [restored, setRestored] = useState(!same);
  // Once emptied by hand, it is a new draft.
  if (restored && same) setRestored(false);
  const finished = useRef(false);
  /** What this form began with, or stored last, and under which key. */
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
    /** What stands in the form was written before, on another visit. */
    restored,
    /** It was sent: the draft is not stored again. */
    finish(): void {
      finished.current = true;
      deleteOwn();
    },
    /** Throws the draft away; what it returns brings it back, also where its screen was left meanwhile. */
    discard(): () => void {
      fill(stored);
      // The button that had the focus is gone.
      document.querySelector('h1')?.focus({ preventScroll: true });
      return () => {
        writeDraft(key, { ...values, ...beside });
        fill(values);
        setRestored(true);
      };
    },
  };
}
