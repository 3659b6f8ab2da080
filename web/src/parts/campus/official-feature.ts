import { showToast } from '../../ui/toast-store.ts';
import { useOfficial } from './campus-context.ts';

/** The action of a control that the beta edition only promises: an alert there, and where nothing is built yet. */
export function useOfficialAction(alert: string, action?: () => void): () => void {
  return (useOfficial() && action) || (() => showToast(alert));
}
