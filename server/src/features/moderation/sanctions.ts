import type { CaseGround, SanctionKind } from '@madang/contract/moderation/rules';
import { v7 as uuidv7 } from 'uuid';
import type { Executor, Transaction } from '../../database/database.ts';
import { ProblemError } from '../../http/problem.ts';
import type { Sessions } from '../../sessions/sessions.ts';
import type { AccountGuard } from '../accounts/index.ts';
import type { RequireMayWrite } from '../posts/index.ts';
import {
  findBoardOf,
  hashAddress,
  type HashDependencies,
  sanctionHashes,
  takeRetainedRecords,
} from './retained-records.ts';
import { deleteRolesOf, keepLastOperator } from './roles.ts';

export interface SanctionsDependencies extends HashDependencies {
  sessions: Sessions;
}

/**
 * Adds a sanction under the user's row lock, ordered with writes [MO-10].
 * A closed account loses its sessions and role.
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

/** Rejects writes of suspended users. */
export const requireMayWrite: RequireMayWrite = async (transaction, userId, place) => {
  if (await isSuspended(transaction, userId, place)) throw new ProblemError('writing.suspended');
};

/** Transfers a withdrawn account's counts to a new one of its mailbox. */
type CarryCounts = (formerId: string, userId: string) => Promise<void>;

/** Returns the sanction checks. Ignores unverified addresses, which may be another user's. */
export function guardAccounts(dependencies: HashDependencies, carryCounts: CarryCounts): AccountGuard {
  return {
    async requireOpen(transaction, userId) {
      const closure = await findClosure(transaction, userId);
      if (!closure) return;
      const { ground, text, ends_at } = closure;
      throw new ProblemError('account.closed', { closure: { ground, text, endsAt: ends_at.toISOString() } });
    },
    async requireNotBanned(transaction, userId, email) {
      // Same error as for taken addresses: the caller may not own it.
      if (await isClosedElsewhere(transaction, userId, hashAddress(dependencies, email)))
        throw new ProblemError('email.exists');
    },
    async carryOver(transaction, userId, email) {
      const address = hashAddress(dependencies, email);
      for (const carried of await listCarried(transaction, userId, address))
        await insertCarried(transaction, userId, carried);
      const formerId = await takeRetainedRecords(transaction, userId, address);
      if (formerId !== undefined) transaction.afterCommit(() => void carryCounts(formerId, userId));
    },
    async noteAddress(transaction, userId, email) {
      for (const hash of sanctionHashes(dependencies, email))
        await insertAddressOf(transaction, userId, hash);
    },
  };
}

export interface SanctionRow {
  id: string;
  user_id: string | null;
  /** Null if the account is deleted. */
  nickname: string | null;
  kind: SanctionKind;
  building_id: string | null;
  board: string | null;
  ground: CaseGround;
  text: string | null;
  given_at: Date;
  ends_at: Date;
}

const SANCTION = `
  SELECT sanctions.id, user_id, nickname, sanctions.kind, sanctions.building_id, buildings.name AS board, ground, text, given_at,
         ends_at
    FROM sanctions LEFT JOIN buildings ON buildings.id = sanctions.building_id
         LEFT JOIN users ON users.id = user_id`;

/** Returns the user's running sanctions, warnings included, by end. */
export function listRunning(executor: Executor, userId: string): Promise<SanctionRow[]> {
  return executor.rows<SanctionRow>(
    `${SANCTION} WHERE user_id = $1 AND ends_at > now() ORDER BY ends_at, id`,
    [userId],
  );
}

/** Returns all running sanctions by end, also of withdrawn accounts. */
export function listAllRunning(executor: Executor, limit: number | null = null): Promise<SanctionRow[]> {
  return executor.rows<SanctionRow>(`${SANCTION} WHERE ends_at > now() ORDER BY ends_at, id LIMIT $1`, [
    limit,
  ]);
}

/** Returns a running sanction's user id: undefined if none, null if deleted. */
export async function findSanctioned(executor: Executor, id: string): Promise<string | null | undefined> {
  const row = await executor.first<{ user_id: string | null }>(
    'SELECT user_id FROM sanctions WHERE id = $1 AND ends_at > now()',
    [id],
  );
  return row?.user_id;
}

interface NewSanction {
  userId: string;
  caseId: string | null;
  kind: SanctionKind;
  buildingId: string | null;
  ground: CaseGround;
  text: string;
  days: number;
}

/** Inserts a sanction; returns its id. Lock the user's row first. */
async function insertSanction(transaction: Transaction, sanction: NewSanction): Promise<string> {
  const id = uuidv7();
  await transaction.change(
    `INSERT INTO sanctions (id, user_id, case_id, kind, building_id, ground, text, ends_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, now() + make_interval(days => $8))`,
    [
      id,
      sanction.userId,
      sanction.caseId,
      sanction.kind,
      sanction.buildingId,
      sanction.ground,
      sanction.text,
      sanction.days,
    ],
  );
  return id;
}

/** Returns verified addresses that the account may still use. */
export async function listVerifiedAddresses(executor: Executor, userId: string): Promise<string[]> {
  const rows = await executor.rows<{ email: string }>(
    `SELECT email FROM accounts WHERE id = $1 AND email_verified_at IS NOT NULL
     UNION SELECT last_verified_email FROM accounts WHERE id = $1 AND last_verified_email IS NOT NULL
     UNION SELECT email FROM tokens
            WHERE account_id = $1 AND verified_at IS NOT NULL AND used_at IS NULL AND expires_at > now()`,
    [userId],
  );
  return rows.map(({ email }) => email);
}

async function insertAddress(transaction: Transaction, sanctionId: string, hash: Buffer): Promise<void> {
  await transaction.change(
    'INSERT INTO sanction_addresses (sanction_id, address_hash) VALUES ($1, $2) ON CONFLICT DO NOTHING',
    [sanctionId, hash],
  );
}

/** Adds an address hash to a user's running sanctions. */
async function insertAddressOf(transaction: Transaction, userId: string, hash: Buffer): Promise<void> {
  await transaction.change(
    `INSERT INTO sanction_addresses (sanction_id, address_hash)
     SELECT id, $2 FROM sanctions WHERE user_id = $1 AND ends_at > now() ON CONFLICT DO NOTHING`,
    [userId, hash],
  );
}

async function isClosedElsewhere(
  executor: Executor,
  userId: string,
  hashes: readonly Buffer[],
): Promise<boolean> {
  const row = await executor.first(
    `SELECT sanctions.id FROM sanction_addresses JOIN sanctions ON sanctions.id = sanction_id
      WHERE address_hash = ANY ($2::bytea[]) AND kind = 'closed' AND ends_at > now() AND user_id IS DISTINCT FROM $1 LIMIT 1`,
    [userId, hashes],
  );
  return row !== undefined;
}

/** Returns sanctions of the addresses' other accounts that this one lacks. */
function listCarried(
  executor: Executor,
  userId: string,
  hashes: readonly Buffer[],
): Promise<{ kind: SanctionKind; building_id: string | null; ground: string; ends_at: Date }[]> {
  return executor.rows(
    `SELECT DISTINCT other.kind, other.building_id, other.ground, other.ends_at
       FROM sanction_addresses JOIN sanctions other ON other.id = sanction_id
      WHERE address_hash = ANY ($2::bytea[]) AND other.kind IN ('noWriting', 'noBoard') AND other.ends_at > now()
        AND other.user_id IS DISTINCT FROM $1
        AND NOT EXISTS (SELECT FROM sanctions mine
                         WHERE mine.user_id = $1 AND mine.kind = other.kind AND mine.ends_at = other.ends_at
                           AND mine.building_id IS NOT DISTINCT FROM other.building_id)`,
    [userId, hashes],
  );
}

async function insertCarried(
  transaction: Transaction,
  userId: string,
  carried: { kind: SanctionKind; building_id: string | null; ground: string; ends_at: Date },
): Promise<void> {
  await transaction.change(
    'INSERT INTO sanctions (id, user_id, kind, building_id, ground, ends_at) VALUES ($1, $2, $3, $4, $5, $6)',
    [uuidv7(), userId, carried.kind, carried.building_id, carried.ground, carried.ends_at],
  );
}

/** Ends the sanctions of a case. */
export async function endSanctionsOf(transaction: Transaction, caseId: string): Promise<void> {
  await transaction.change('UPDATE sanctions SET ends_at = now() WHERE case_id = $1 AND ends_at > now()', [
    caseId,
  ]);
}

/** Ends a sanction; false if ended, even since the transaction began. */
export async function endSanction(transaction: Transaction, id: string): Promise<boolean> {
  const ended = await transaction.change(
    'UPDATE sanctions SET ends_at = now() WHERE id = $1 AND ends_at > clock_timestamp()',
    [id],
  );
  return ended === 1;
}

export const LOCK_WRITER = 'SELECT id FROM users WHERE id = $1 FOR SHARE';
/** SQL: sanctions against writing; most users have none. */
export const sanctionsOf = (writer: string): string => `
  SELECT kind, building_id FROM sanctions
   WHERE user_id = ${writer} AND ends_at > now() AND kind IN ('noWriting', 'noBoard', 'closed')`;

export const AGAINST_WRITING = sanctionsOf('$1');

type Place = Parameters<RequireMayWrite>[2];

/**
 * Whether the user may not write there.
 * Locks the user's row against new sanctions, unless the write leaves no mark.
 */
async function isSuspended(transaction: Transaction, userId: string, place: Place): Promise<boolean> {
  const leavesNoMark = 'leavesNoMark' in place && place.leavesNoMark;
  if (!leavesNoMark) await transaction.first(LOCK_WRITER, [userId]);
  const sanctions = await transaction.rows<{ kind: SanctionKind; building_id: string | null }>(
    AGAINST_WRITING,
    [userId],
  );
  if (sanctions.length === 0) return false;
  if (sanctions.some(({ kind }) => kind !== 'noBoard')) return true;
  const board = await findBoard(transaction, place);
  return sanctions.some(({ building_id }) => building_id === board);
}

async function findBoard(transaction: Transaction, place: Place): Promise<string | undefined> {
  if ('buildingId' in place) return place.buildingId;
  if ('postId' in place) return findBoardOf(transaction, place.postId);
  const row = await transaction.first<{ building_id: string }>(
    'SELECT building_id FROM replies JOIN posts ON posts.id = post_id WHERE replies.id = $1',
    [place.replyId],
  );
  return row?.building_id;
}

/** Returns the closure of an account; undefined while it is open. */
function findClosure(
  executor: Executor,
  userId: string,
): Promise<{ ground: string; text: string | null; ends_at: Date } | undefined> {
  return executor.first(
    `SELECT ground, text, ends_at FROM sanctions
      WHERE user_id = $1 AND kind = 'closed' AND ends_at > now() ORDER BY ends_at DESC LIMIT 1`,
    [userId],
  );
}

/** Deletes ended sanctions' addresses, and deleted accounts' ended sanctions. Safe from any process. */
export async function sweepSanctions(executor: Executor): Promise<void> {
  await executor.change(
    'DELETE FROM sanction_addresses USING sanctions WHERE sanctions.id = sanction_id AND ends_at <= now()',
  );
  await executor.change('DELETE FROM sanctions WHERE user_id IS NULL AND ends_at <= now()');
}
