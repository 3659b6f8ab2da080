import { v7 as uuidv7 } from 'uuid';
import type { OwnData } from '../features/accounts/index.ts';
import type { Executor } from '../platform/database/database.ts';

export interface Act {
  actor: string;
  /** What was done, e.g. `post hide`. */
  action: string;
  /** The id of what it was done to; a student is named by id, never by name or address. */
  target: string;
  reason: string | null;
}

export interface RecordedAct extends Act {
  at: Date;
}

/** Writes the act down in the transaction that does it. */
export async function recordAct(executor: Executor, act: Act): Promise<void> {
  await executor.change('INSERT INTO audit (id, actor, action, target, reason) VALUES ($1, $2, $3, $4, $5)', [
    uuidv7(),
    act.actor,
    act.action,
    act.target,
    act.reason,
  ]);
}

/** The newest acts, newest first. */
export function listActs(executor: Executor, limit: number): Promise<RecordedAct[]> {
  return executor.rows<RecordedAct>(
    'SELECT at, actor, action, target, reason FROM audit ORDER BY at DESC, id DESC LIMIT $1',
    [limit],
  );
}

/** What was done to a student, for their own file; who did it, and what was said of it, may concern others. */
export const ownActs: OwnData = {
  lists: { operatorActs: `SELECT at, action FROM audit WHERE target = ($1::uuid)::text` },
};
