import { useState } from 'react';
import { copy } from '../../copy.ko.ts';
import { showToast } from '../../lib/toast-store.ts';
import type { DraftForm } from '../../lib/use-draft.ts';

/** Handles a version saved elsewhere while the user typed, and the choice between the two [OW-03]. */
export function useNewer<Values, Newer>(
  { values, fill }: DraftForm<Values>,
  /** Returns the form values with the saved version. */
  take: (newer: Newer) => Values,
) {
  const [newer, setNewer] = useState<Newer | null>(null);
  const [asking, setAsking] = useState(false);
  return {
    /** Version that the next save is based on. */
    newer,
    /** Whether the user is being asked which text to keep. */
    asking,
    ask(found: Newer): void {
      setNewer(found);
      setAsking(true);
    },
    /** Continues with the saved version; the toast restores the typed text. */
    takeTheirs(): void {
      if (!newer) return;
      setAsking(false);
      fill(take(newer));
      showToast(copy['own.conflict.taken'], { label: copy['action.undo'], run: () => fill(values) });
    },
  };
}
