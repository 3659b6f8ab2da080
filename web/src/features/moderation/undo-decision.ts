import { UNDO_SECONDS } from '@madang/contract/posts/rules';
import { copy } from '../../copy.ko.ts';
import { call, isRefusal } from '../../lib/api.ts';
import { showToast } from '../../lib/toast-store.ts';

/**
 * Offers undo of a decision for ten seconds, while its notifications wait [MO-06].
 *
 * @param onUndone shows the reopened case; the user may have left the screen.
 */
export function offerUndo(
  { caseId, revision }: { caseId: string; revision: number },
  describeError: (error: unknown) => string,
  onUndone: () => unknown,
): void {
  const undo = async (): Promise<void> => {
    try {
      await call('POST /api/moderation/cases/{id}/undo', { path: { id: caseId }, body: { revision } });
      showToast(copy['moderate.undone']);
      await onUndone();
    } catch (error) {
      showToast(isRefusal(error, 'case.outdated') ? copy['moderate.undo.late'] : describeError(error));
    }
  };
  const action = { label: copy['action.undo'], run: () => void undo() };
  showToast(copy['moderate.done'], action, UNDO_SECONDS * 1_000);
}
