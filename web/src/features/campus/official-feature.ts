import { showToast } from '../../lib/toast-store.ts';
import { useOfficial } from './campus-context.ts';

/** Returns the action, or an alert in the beta edition or without an action. */
export function useOfficialAction(alert: string, action?: () => void): () => void {
  return (useOfficial() && action) || (() => showToast(alert));
}
