import type { Transaction } from '../platform/database/database.ts';
import { recordAct } from './audit.ts';
import type { Workplace } from './workplace.ts';

/** What an act is called in the audit log. */
export interface Deed {
  action: string;
  target: string;
  reason?: string | undefined;
}

/** Does the work and writes it down, both in one transaction or not at all. */
export function act<Result>(
  { database, actor }: Workplace,
  { action, target, reason }: Deed,
  work: (transaction: Transaction) => Promise<Result>,
): Promise<Result> {
  return database.transaction(async (transaction) => {
    const result = await work(transaction);
    await recordAct(transaction, { actor, action, target, reason: reason ?? null });
    return result;
  });
}
