import type { Feature } from '@madang/contract/campus/rules';
import { showToast } from '../../ui/toast-store.ts';
import { useCampus } from './campus-context.ts';

/** What each built official feature does when its control is used; a feature without an entry only alerts. */
type OfficialActions = Partial<Record<Feature, () => void>>;

/**
 * The action of a control that the beta edition only promises: the alert, until the feature is both switched
 * on by the server and given an action here.
 */
export function useOfficialAction(
  feature: Feature,
  alert: string,
  actions: OfficialActions = {},
): () => void {
  const on = useCampus().features.includes(feature);
  return (on ? actions[feature] : undefined) ?? (() => showToast(alert));
}
