import type { Transaction } from '../../platform/database/database.ts';
import { countRows } from '../../platform/database/table-lines.ts';
import { makeRecurringDue } from '../../platform/jobs/jobs.queries.ts';
import { repeatLedger, type Ledger, type RepeatedLedger } from '../../user-data/ledger.ts';
import { recordAct } from '../audit.ts';
import { requireNoServer } from '../no-server.ts';
import type { Workplace } from '../workplace.ts';
import { LEFT_OUT } from './manifest.ts';

/** What a database that came back as it was must not have: what no backup of ours holds either. */
const CLEARED = Object.keys(LEFT_OUT).filter((table) => table !== 'migrations');

export interface AfterRestore extends RepeatedLedger {
  /** How many rows went, by table. */
  cleared: Record<string, number>;
  /** Recurring jobs that the server does at its start. */
  due: number;
}

/**
 * What is to do once after PostgreSQL itself brought an older state back: anyone who and whatever the ledger names goes again,
 * nobody is signed in, no link works, no mail goes out twice. All of it or nothing.
 *
 * @throws {OperatorError} while a server runs on this database.
 */
export async function tidyRestored(
  { database, actor, campus, openKeys }: Pick<Workplace, 'database' | 'actor' | 'campus' | 'openKeys'>,
  ledger: Ledger,
): Promise<AfterRestore> {
  return database.transaction(async (transaction) => {
    await requireNoServer(transaction);
    // First, so that all are counted: who is erased takes theirs along.
    const cleared = await clear(transaction);
    const keys = await openKeys(transaction);
    const repeated = await repeatLedger(transaction, { keys, campus }, ledger);
    const due = await makeRecurringDue(transaction);
    await recordAct(transaction, { actor, action: 'restored', target: 'database', reason: null });
    return { ...repeated, cleared, due };
  });
}

async function clear(transaction: Transaction): Promise<Record<string, number>> {
  const cleared: Record<string, number> = {};
  for (const table of CLEARED) cleared[table] = await countRows(transaction, table);
  // At once, since they refer to each other.
  await transaction.change(`TRUNCATE ${CLEARED.join(', ')}`);
  return cleared;
}
