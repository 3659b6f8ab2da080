import type { Transaction } from '../../platform/database/database.ts';
import { ProblemError } from '../../platform/http/problem.ts';
import type { Sessions } from '../../platform/sessions/sessions.ts';
import type { AccountGuard } from '../accounts/index.ts';
import type { RequireMayWrite } from '../posts/index.ts';
import { hashAddress, sanctionHashes, takeKeptActs, type HashDependencies } from './kept-acts.queries.ts';
import { keepLastOperator } from './roles.actions.ts';
import { deleteRolesOf } from './roles.queries.ts';
import {
  findClosure,
  insertAddress,
  insertAddressOf,
  insertCarried,
  insertSanction,
  isClosedElsewhere,
  isSuspended,
  listCarried,
  listVerifiedAddresses,
  type NewSanction,
} from './sanctions.queries.ts';

/** What giving a sanction works with. */
export interface SanctionsDependencies extends HashDependencies {
  sessions: Sessions;
}

/**
 * Gives a sanction, under the lock of the user's row: a write of theirs is before it, or refused [MO-10]. A closed account
 * loses its sessions and its role.
 *
 * @throws {ProblemError} `role.last`.
 */
export async function giveSanction(
  dependencies: SanctionsDependencies,
  transaction: Transaction,
  sanction: NewSanction,
): Promise<void> {
  const { sessions } = dependencies;
  const { userId } = sanction;
  if (sanction.kind === 'closed') {
    await keepLastOperator(transaction, userId);
    await deleteRolesOf(transaction, userId);
    await sessions.endAllOf(transaction, userId);
    transaction.afterCommit(() => sessions.forget((ended) => ended.userId === userId));
  }
  const id = await insertSanction(transaction, sanction);
  for (const email of await listVerifiedAddresses(transaction, userId))
    for (const hash of sanctionHashes(dependencies, email)) await insertAddress(transaction, id, hash);
}

/** Refuses writes of who may not write there now. */
export const requireMayWrite: RequireMayWrite = async (transaction, userId, place) => {
  if (await isSuspended(transaction, userId, place)) throw new ProblemError('writing.suspended');
};

/** Lets what was counted of an account that withdrew go on for a new one of the same mailbox. */
export type CarryCounts = (formerId: string, userId: string) => Promise<void>;

/** What sanctions have to say about accounts. They go by addresses that were verified: others anybody could have named. */
export function guardAccounts(dependencies: HashDependencies, carryCounts: CarryCounts): AccountGuard {
  return {
    async requireOpen(transaction, userId) {
      const closure = await findClosure(transaction, userId);
      if (!closure) return;
      const { ground, text, ends_at } = closure;
      throw new ProblemError('account.closed', { closure: { ground, text, endsAt: ends_at.toISOString() } });
    },
    async requireAdmitted(transaction, userId, email) {
      // The answer of any address that has an account: who asks may be somebody else.
      if (await isClosedElsewhere(transaction, userId, hashAddress(dependencies, email)))
        throw new ProblemError('email.exists');
    },
    async carryOver(transaction, userId, email) {
      const address = hashAddress(dependencies, email);
      for (const carried of await listCarried(transaction, userId, address))
        await insertCarried(transaction, userId, carried);
      const formerId = await takeKeptActs(transaction, userId, address);
      if (formerId !== undefined) transaction.afterCommit(() => void carryCounts(formerId, userId));
    },
    async noteAddress(transaction, userId, email) {
      for (const hash of sanctionHashes(dependencies, email))
        await insertAddressOf(transaction, userId, hash);
    },
  };
}
