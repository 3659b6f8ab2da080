import { UNDO_SECONDS } from '@madang/contract/posts/rules';
import { copy } from '../../copy.ko.ts';
import { call, isRefusal } from '../../lib/api.ts';
import { showToast } from '../../lib/toast-store.ts';
import { useAction } from '../campus/use-action.ts';
import { useProblemText } from '../campus/problem-text.ts';

interface Deletion {
  of: 'posts' | 'replies';
  id: string;
  done: string;
  /** Called once the content is deleted, now or earlier. */
  onGone: () => void;
  /** Called once it is restored. */
  onBack: () => void;
}

/** Deletes the user's own content; a toast offers undo for ten seconds. */
export function useDeletion({ of, id, done, onGone, onBack }: Deletion) {
  const { describeError } = useProblemText();
  const path = { id };

  // Not useAction: the user may have left the screen before pressing it.
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
