import type { ProblemCode } from '@madang/contract/errors';
import type { PersonDetail } from '@madang/contract/operate/people-schema';
import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { copy } from '../../copy.ko.ts';
import { buildingsQuery, packQuery } from '../../parts/campus/campus-queries.ts';
import { type FieldTexts, useFieldText } from '../../parts/campus/field-text.ts';
import { hotsKey, postListsKey } from '../../parts/post/post-queries.ts';
import { ApiError, isRefusal } from '../../platform/api.ts';
import { showToast } from '../../ui/toast-store.ts';
import { firstError } from '../../ui/use-form.ts';
import { useWrite } from '../../ui/use-write.ts';
import { operatedCampusQuery } from './campus-queries.ts';
import { personQuery, rolesQuery, sanctionsQuery } from './people-queries.ts';

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

/** What it answers is the person as they are then. */
export type Act = () => Promise<PersonDetail | void>;

interface Following {
  /** What the act is about. */
  about: QueryKey;
  /** What else shows it. */
  shown: readonly QueryKey[];
  /** What is said of its fields. */
  texts?: FieldTexts;
  onDone?: (() => void) | undefined;
  /** The password is asked for again. */
  onAsked?: (() => void) | undefined;
}

/** One act of an operator, never twice at a time, and what follows it. */
export function useOperatorAct({ about, shown, texts = {}, onDone, onAsked }: Following) {
  const client = useQueryClient();
  const { describeError, describeFields } = useFieldText(texts);
  const askAgain = () => client.invalidateQueries({ queryKey: about });

  /** What it is about is shown as it was answered or is asked again, and so is everything else that shows it. */
  async function finish(answer?: PersonDetail | void): Promise<void> {
    if (answer) client.setQueryData(about, answer);
    else await askAgain();
    for (const queryKey of shown) void client.invalidateQueries({ queryKey });
    showToast(copy['operate.done']);
    onDone?.();
  }

  /** The wrong fields; where the password is asked for again the screen asks, and what was typed stays. */
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

/** An act about one person. */
export function usePersonAct(id: string, on: Pick<Following, 'onDone' | 'onAsked'> = {}): OperatorAct {
  const shown = [rolesQuery.queryKey, sanctionsQuery.queryKey];
  return useOperatorAct({ about: personQuery(id).queryKey, shown, ...on });
}

/** An act about buildings, what is in them, or popular posts. */
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
