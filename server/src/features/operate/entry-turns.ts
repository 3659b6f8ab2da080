// What happens to an entry when its time has come, or when it is taken away.
import type { EntryKind } from '@madang/contract/operate/entry-rules';
import type { Transaction } from '../../platform/database/database.ts';
import { addJob } from '../../platform/jobs/jobs.queries.ts';
import type { ActionDependencies } from './operator-actions.ts';
import type { WholeEntry } from './entries.present.ts';
import { findPlan, putPlan, readNow, type PlanRow } from './entries.queries.ts';
import { stages } from './shown.ts';
import { heldPicture, lockWhole } from './whole-entries.ts';

export interface TurnDependencies extends Pick<ActionDependencies, 'cache'> {
  /** Tell the open pages of every process what happened to a facility notice; called after the commit. */
  streams: { announceEdit(postId: string): void; announceVisibility(postId: string): void };
}

/** The job that shows or ends an entry when its time has come. */
export const TURN_ENTRY = 'turnEntry';

/** A job for each time that is new. One whose time was changed since finds that, and does nothing. */
export async function planTurns(
  transaction: Transaction,
  { id, kind, state, begins_at: begins, ends_at: ends }: PlanRow,
  before: PlanRow | undefined,
): Promise<void> {
  const add = async (turn: Turn['turn'], dueAt: Date) =>
    addJob(transaction, {
      kind: TURN_ENTRY,
      data: { id, kind, turn, at: dueAt.toISOString() } satisfies Turn,
      dueAt,
    });
  if (state === 'planned' && begins && begins.getTime() !== before?.begins_at?.getTime())
    await add('begin', begins);
  if (ends && ends.getTime() !== before?.ends_at?.getTime()) await add('end', ends);
}

/** What a job does to an entry, and for which of its times. */
interface Turn {
  id: string;
  kind: EntryKind;
  turn: 'begin' | 'end';
  at: string;
}

/**
 * Shows an entry, or ends it, in the transaction that takes the job: once over all processes. Goes by what is planned now,
 * and by no clock: the job was due by the database's.
 */
export async function turnEntry(
  { cache, streams }: TurnDependencies,
  transaction: Transaction,
  data: unknown,
): Promise<void> {
  const { id, kind, turn, at } = data as Turn;
  const entry = await lockWhole(transaction, kind, id);
  if (!entry) return;
  const { plan, shown } = entry;
  const planned = plan.state === 'planned';
  const time = turn === 'begin' ? plan.begins_at : plan.ends_at;
  if (time?.toISOString() !== at || !(planned || (turn === 'end' && shown))) return;
  const now = await readNow(transaction);
  // Nobody was there to show it in time: then it is not shown for a moment either.
  const over = turn === 'end' || (plan.ends_at !== null && plan.ends_at <= now);
  if (over) await closeEntry(transaction, entry, 'ended');
  else {
    await putPlan(transaction, { ...plan, state: 'shown' });
    await stages[kind].show(transaction, plan, heldPicture(entry));
  }
  transaction.afterCommit(() => {
    cache.invalidateAll();
    if (shown && kind === 'facility-notice') streams.announceVisibility(id);
  });
}

function closed({ plan, shown }: WholeEntry, state: 'ended' | 'withdrawn'): PlanRow {
  const { title, body } = shown ?? plan;
  const none = { picture_mark: null, picture_upload: null, picture_width: null, picture_height: null };
  return { ...plan, title, body, ...none, state };
}

/** Takes an entry away, and keeps its text for operators to see. */
export async function closeEntry(
  transaction: Transaction,
  entry: WholeEntry,
  state: 'ended' | 'withdrawn',
): Promise<void> {
  const { plan, shown } = entry;
  const { kind, id } = plan;
  await putPlan(transaction, closed(entry, state));
  if (shown) await stages[kind].hide(transaction, id);
  else if (plan.picture_mark !== null) await stages[kind].dropPicture(transaction, id, plan.picture_mark);
}

/**
 * For the operator command, which is about to take an entry away: true where it was planned only, and is gone by this; of what
 * is shown the plan ends.
 */
export async function forgetPlan(transaction: Transaction, kind: EntryKind, id: string): Promise<boolean> {
  const entry = await lockWhole(transaction, kind, id);
  if (!entry || !(await findPlan(transaction, kind, id))) return false;
  const isPlanned = entry.plan.state === 'planned';
  if (isPlanned) await closeEntry(transaction, entry, 'withdrawn');
  else if (entry.shown) await putPlan(transaction, closed(entry, 'withdrawn'));
  return isPlanned;
}
