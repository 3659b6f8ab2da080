import { UNDO_SECONDS } from '@madang/contract/own-content/rules';
import { copy } from '../../copy.ko.ts';
import { call, isRefusal } from '../../platform/api.ts';
import { showToast } from '../../ui/toast-store.ts';
import { useAction } from '../campus/use-action.ts';
import { useProblemText } from '../campus/problem-text.ts';

interface Deletion {
  of: 'posts' | 'replies';
  id: string;
  done: string;
  /** Follows once it is gone, whether now or before. */
  onGone: () => void;
  /** Follows once it is back. */
  onBack: () => void;
}

/** Deletes something of one's own; a message offers for ten seconds to undo it. */
export function useDeletion({ of, id, done, onGone, onBack }: Deletion) {
  const { describeError } = useProblemText();
  const path = { id };

  // Not useAction: when it is pressed the screen may have been left.
  async function undo(): Promise<void> {
    try {
      await call(`POST /api/${of}/{id}/undo-deletion`, { path });
      onBack();
      showToast(copy['own.undone']);
    } catch (error) {
      if (isRefusal(error, 'undo.late', 'resource.missing')) showToast(copy['own.undo.late']);
      else
        showToast(
          describeError(error),
          { label: copy['own.undo'], run: () => void undo() },
          UNDO_SECONDS * 1_000,
        );
    }
  }

  return useAction(
    async () => {
      await call(`DELETE /api/${of}/{id}`, { path });
      onGone();
      showToast(done, { label: copy['own.undo'], run: () => void undo() }, UNDO_SECONDS * 1_000);
    },
    (error) => {
      if (!isRefusal(error, 'resource.missing')) return false;
      onGone();
      showToast(copy['own.gone']);
      return true;
    },
  );
}
