// An entry is its plan and what is shown of it: read together here, in one order for everybody.
import type { EntryKind } from '@madang/contract/operate/entry-rules';
import type { Entry } from '@madang/contract/operate/entry-schema';
import type { Executor, Transaction } from '../../platform/database/database.ts';
import { ProblemError } from '../../platform/http/problem.ts';
import { presentEntry, type WholeEntry } from './entries.present.ts';
import { findPlan, listPlans, lockPlan, queueFor, type PlanRow } from './entries.queries.ts';
import { stages, type Shown } from './shown.ts';

/** How many of a kind are listed that are planned or over. */
const LIST_MAX = 200;

/** What is planned, shown and over of a kind. */
export async function listEntries(executor: Executor, kind: EntryKind): Promise<Entry[]> {
  const shown = await stages[kind].list(executor);
  const rows = await listPlans(
    executor,
    kind,
    shown.map(({ id }) => id),
    LIST_MAX,
  );
  const plans = new Map(rows.map((plan) => [plan.id, plan]));
  const there = shown.map((one) => {
    const plan = plans.get(one.id);
    plans.delete(one.id);
    return join(kind, plan, one);
  });
  return [...[...plans.values()].map((plan) => join(kind, plan, undefined)), ...there].flatMap((entry) =>
    entry ? [presentEntry(entry)] : [],
  );
}

/**
 * One entry, and what its picture is known by.
 *
 * @throws {ProblemError} `resource.missing`.
 */
export async function readEntry(executor: Executor, kind: EntryKind, id: string): Promise<WholeEntry> {
  const shown = await stages[kind].find(executor, id);
  const entry = join(kind, await findPlan(executor, kind, id), shown);
  if (!entry) throw new ProblemError('resource.missing');
  return entry;
}

/** What was written with the operator command has no plan; what was taken away with it is not shown, whatever the plan says. */
function join(kind: EntryKind, plan: PlanRow | undefined, shown: Shown | undefined): WholeEntry | undefined {
  if (plan) {
    const gone = plan.state === 'shown' ? 'withdrawn' : plan.state;
    return { plan: { ...plan, state: shown ? 'shown' : gone }, shown };
  }
  if (!shown) return undefined;
  const { id, title, body } = shown;
  const none = { picture_upload: null, picture_width: null, picture_height: null };
  const now = { state: 'shown', begins_at: null, ends_at: null } as const;
  return { plan: { id, kind, title, body, picture_mark: shown.mark, ...none, ...now }, shown };
}

/** The same, and nobody changes it before the commit: the plan first, then what is shown, in one order for everybody. */
export async function lockWhole(
  transaction: Transaction,
  kind: EntryKind,
  id: string,
): Promise<WholeEntry | undefined> {
  await queueFor(transaction, id);
  const plan = await lockPlan(transaction, kind, id);
  return join(kind, plan, await stages[kind].lock(transaction, id));
}

/** The picture that an entry has, shown or not. */
export function heldPicture(before: WholeEntry | undefined) {
  if (!before) return null;
  const { picture_mark: planned, picture_width: width, picture_height: height } = before.plan;
  const mark = before.shown ? before.shown.mark : planned;
  return mark === null ? null : { mark, width: width ?? 0, height: height ?? 0 };
}
