import { useQueryClient } from '@tanstack/react-query';
import { copy } from '../../copy.ko.ts';
import { buildingsQuery } from '../../parts/campus/campus-queries.ts';
import { useFieldText } from '../../parts/campus/field-text.ts';
import { hotsKey, postListsKey } from '../../parts/post/post-queries.ts';
import { ApiError, isRefusal } from '../../platform/api.ts';
import { showToast } from '../../ui/toast-store.ts';
import { firstError } from '../../ui/use-form.ts';
import { operatedCampusQuery } from './campus-queries.ts';

const ownTexts = {
  unknown: copy['operate.building.category.unknown'],
  'address.foreign': copy['rights.address.foreign'],
};

/** What follows an act about the campus: it is asked again, or it is told what went wrong. */
export function useCampusAct() {
  const client = useQueryClient();
  const { describeError, describeFields } = useFieldText(ownTexts);
  const askAgain = () => client.invalidateQueries(operatedCampusQuery);
  return {
    /** Everything that shows buildings or popular posts is asked again. */
    async finish(): Promise<void> {
      await askAgain();
      for (const queryKey of [buildingsQuery.queryKey, hotsKey, postListsKey, ['home']])
        void client.invalidateQueries({ queryKey });
      showToast(copy['operate.done']);
    },
    /** The wrong fields; where the password is asked for again the screen asks, and what was typed stays. */
    refuse(error: unknown, missing: string = copy['operate.outdated']): Record<string, string> {
      const fields = error instanceof ApiError ? describeFields(error) : {};
      if (isRefusal(error, 'confirmation.required')) void askAgain();
      else if (isRefusal(error, 'identifier.taken')) showToast(copy['operate.building.taken']);
      else if (isRefusal(error, 'building.used')) showToast(copy['operate.building.used']);
      else if (isRefusal(error, 'resource.missing')) {
        showToast(missing);
        void askAgain();
      } else showToast(firstError(fields) ?? describeError(error));
      return fields;
    },
  };
}
