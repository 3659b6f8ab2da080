import type { PersonDetail } from '@madang/contract/admin/people-schema';
import type { ProblemCode } from '@madang/contract/errors';
import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { copy } from '../../copy.ko.ts';
import { ApiError, isRefusal } from '../../lib/api.ts';
import { showToast } from '../../lib/toast-store.ts';
import { firstError } from '../../lib/use-form.ts';
import { useWrite } from '../../lib/use-write.ts';
import { buildingsQuery, packQuery } from '../campus/campus-queries.ts';
import { type FieldTexts, useFieldText } from '../campus/field-text.ts';
import { hotsKey, postListsKey } from '../posts/post-queries.ts';
import { ticketsKey } from '../tickets/ticket-queries.ts';
import {
  operatedCampusQuery,
  operatedTicketsQuery,
  personQuery,
  rolesQuery,
  sanctionsQuery,
} from './admin-queries.ts';

const campusTexts = {
  unknown: copy['operate.building.category.unknown'],
  'address.foreign': copy['rights.address.foreign'],
};

const refusals: Partial<Record<ProblemCode, string>> = {
  'identifier.taken': copy['operate.building.taken'],
  'building.used': copy['operate.building.used'],
  'role.last': copy['operate.role.last'],
  'act.self': copy['operate.self'],
};

/** Resolves to the person's new state, if any. */
export type Act = () => Promise<PersonDetail | void>;

interface Following {
  /** Query of the target. */
  about: QueryKey;
  /** Other queries that show it. */
  shown: readonly QueryKey[];
  /** Texts of its fields. */
  texts?: FieldTexts;
  onDone?: (() => void) | undefined;
  /** Called when the password must be confirmed. */
  onAsked?: (() => void) | undefined;
}

/** Runs one operator action at a time and updates what it affects. */
function useOperatorAct({ about, shown, texts = {}, onDone, onAsked }: Following) {
  const client = useQueryClient();
  const { describeError, describeFields } = useFieldText(texts);
  const askAgain = () => client.invalidateQueries({ queryKey: about });

  /** Caches the answer or refetches the target, and invalidates other queries that show it. */
  async function finish(answer?: PersonDetail | void): Promise<void> {
    if (answer) client.setQueryData(about, answer);
    else await askAgain();
    for (const queryKey of shown) void client.invalidateQueries({ queryKey });
    showToast(copy['operate.done']);
    onDone?.();
  }

  /** Returns the texts by field; if the password is required, the input stays. */
  function refuse(error: unknown, missing: string = copy['operate.outdated']): Record<string, string> {
    const fields = describeFields(error);
    const said = error instanceof ApiError ? refusals[error.code] : undefined;
    if (isRefusal(error, 'confirmation.required')) onAsked?.();
    else if (isRefusal(error, 'resource.missing')) showToast(missing);
    else showToast(said ?? firstError(fields) ?? describeError(error));
    if (isRefusal(error, 'confirmation.required', 'resource.missing')) void askAgain();
    return fields;
  }

  const { busy, send } = useWrite({
    write: (act: Act) => act(),
    onSuccess: finish,
    onError: (error) => refuse(error),
  });
  return { busy, act: send, finish, refuse };
}

export type OperatorAct = ReturnType<typeof useOperatorAct>;

export function usePersonAct(id: string, on: Pick<Following, 'onDone' | 'onAsked'> = {}): OperatorAct {
  const shown = [rolesQuery.queryKey, sanctionsQuery.queryKey];
  return useOperatorAct({ about: personQuery(id).queryKey, shown, ...on });
}

export function useCampusAct(onDone?: () => void): OperatorAct {
  const shown = [
    buildingsQuery.queryKey,
    packQuery.queryKey,
    hotsKey,
    postListsKey,
    ['home'],
    ['meals'],
    ['voices'],
  ];
  return useOperatorAct({ about: operatedCampusQuery.queryKey, shown, texts: campusTexts, onDone });
}

export function useTicketAct(onDone: () => void): OperatorAct {
  return useOperatorAct({ about: operatedTicketsQuery.queryKey, shown: [ticketsKey], onDone });
}
