import { useState } from 'react';
import { copy } from '../../copy.ko.ts';
import { showToast } from '../../ui/toast-store.ts';
import type { DraftForm } from '../campus/use-draft.ts';

/** What another tab, phone or operator saved while a form was typed in, and which of both shall stay [OW-03]. */
export function useNewer<Values, Newer>(
  { values, fill }: DraftForm<Values>,
  /** The form as it is with what was saved. */
  take: (newer: Newer) => Values,
) {
  const [newer, setNewer] = useState<Newer | null>(null);
  const [asking, setAsking] = useState(false);
  return {
    /** What the next save goes on from. */
    newer,
    /** It is being asked which text shall stay. */
    asking,
    ask(found: Newer): void {
      setNewer(found);
      setAsking(true);
    },
    /** Goes on with what was saved; the message brings the typed text back. */
    takeTheirs(): void {
      if (!newer) return;
      setAsking(false);
      fill(take(newer));
      showToast(copy['own.conflict.taken'], { label: copy['action.undo'], run: () => fill(values) });
    },
  };
}
