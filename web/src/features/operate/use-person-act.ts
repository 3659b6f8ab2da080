import type { PersonDetail } from '@madang/contract/operate/people-schema';
import { useQueryClient } from '@tanstack/react-query';
import { copy } from '../../copy.ko.ts';
import { useFieldText } from '../../parts/campus/field-text.ts';
import { firstError } from '../../ui/use-form.ts';
import { useWrite } from '../../ui/use-write.ts';
import { showToast } from '../../ui/toast-store.ts';
import { ApiError, isRefusal } from '../../platform/api.ts';
import { personQuery, rolesQuery, sanctionsQuery } from './people-queries.ts';

/**
 * One act about a person: never twice at a time, the person is shown as they are then, and a failure is shown. Where the
 * password is asked for again the screen asks, and what was typed stays.
 */
export function usePersonAct(
  id: string,
  { onDone, onAsked }: { onDone?: () => void; onAsked?: () => void } = {},
) {
  const client = useQueryClient();
  const { describeError, describeFields } = useFieldText({});
  return useWrite<PersonDetail | void, () => Promise<PersonDetail | void>>({
    write: (act) => act(),
    onSuccess: async (detail) => {
      if (detail) client.setQueryData(personQuery(id).queryKey, detail);
      else await client.invalidateQueries(personQuery(id));
      void client.invalidateQueries(rolesQuery);
      void client.invalidateQueries(sanctionsQuery);
      showToast(copy['operate.done']);
      onDone?.();
    },
    onError: async (error) => {
      if (isRefusal(error, 'confirmation.required')) {
        onAsked?.();
        return void client.invalidateQueries(personQuery(id));
      }
      if (isRefusal(error, 'role.last')) return showToast(copy['operate.role.last']);
      if (isRefusal(error, 'act.self')) return showToast(copy['operate.self']);
      if (isRefusal(error, 'resource.missing')) {
        showToast(copy['operate.outdated']);
        return void client.invalidateQueries(personQuery(id));
      }
      const field = error instanceof ApiError ? firstError(describeFields(error)) : undefined;
      showToast(field ?? describeError(error));
    },
  });
}
