import { useEffect, useRef, useState } from 'react';
import { deleteDraft, writeDraft } from '../../platform/drafts.ts';

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

/** Stores the values of a form on the device while they are written, until they were sent. */
export function useDraft<Values extends object>(
  { values, fill }: DraftForm<Values>,
  { key, stored, contentOf = JSON.stringify, beside }: DraftOptions<Values>,
) {
  const same = contentOf(values) === contentOf(stored);
  const [restored, setRestored] = useState(!same);
  // Once emptied by hand, it is a new draft.
  if (restored && same) setRestored(false);
  const finished = useRef(false);

  useEffect(() => {
    if (finished.current) return;
    if (same) deleteDraft(key);
    else writeDraft(key, { ...values, ...beside });
  }, [key, values, same, beside]);

  return {
    /** What stands in the form was written before, on another visit. */
    restored,
    /** It was sent: the draft is not stored again. */
    finish(): void {
      finished.current = true;
      deleteDraft(key);
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
