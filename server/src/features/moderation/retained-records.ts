import type { Campus } from '@madang/campus/campus';
import { OVERTURNED_DAYS } from '@madang/contract/moderation/rules';
import { v7 as uuidv7 } from 'uuid';
import type { Executor, Transaction } from '../../database/database.ts';
import type { InstallationKeys } from '../../lib/installation-keys.ts';
import { foldMailbox, mailboxOf } from '../accounts/index.ts';

/** Retention of abuse records in days. */
const KEPT_DAYS = OVERTURNED_DAYS;

export interface HashDependencies {
  keys: InstallationKeys;
  campus: Campus;
}

const mailboxesOf = (email: string, { settings }: Campus): string[] => [
  ...new Set([foldMailbox(email, settings), mailboxOf(email)]),
];

/** Returns all hashes of an address: folded and unfolded, newest key first. */
export const hashAddress = ({ keys, campus }: HashDependencies, email: string): Buffer[] =>
  mailboxesOf(email, campus).flatMap((mailbox) => keys.macs('address', `address ${mailbox}`));

/** Returns hashes of the folded mailbox, and the unfolded one for older versions. */
export const sanctionHashes = ({ keys, campus }: HashDependencies, email: string): Buffer[] =>
  mailboxesOf(email, campus).map((mailbox) => keys.mac('address', `address ${mailbox}`));

/** Returns the hash to store for an address. */
export const newestHash = ({ keys, campus }: HashDependencies, email: string): Buffer =>
  keys.mac('address', `address ${foldMailbox(email, campus.settings)}`);

/** Returns all hashes of a report source, newest key first. */
export const hashSource = (keys: InstallationKeys, source: string): Buffer[] =>
  keys.macs('source', sourceText(source));

export const sourceText = (source: string) => `source ${source}`;

/**
 * Stores a withdrawing user's limits, first-day writes, single-report hides and wrong report.
 *
 * @param addresses hashes of verified addresses; others may be another user's.
 * @param source hash of the reports' source.
 */
export async function retainRecords(
  transaction: Transaction,
  userId: string,
  { addresses, source }: { addresses: readonly Buffer[]; source: Buffer },
): Promise<void> {
  const acts = await transaction.rows<{ kind: string; count: number; at: Date }>(
    `SELECT 'account' AS kind, 1 AS count, now() AS at
      UNION ALL
     SELECT 'post', count(*)::int, now() FROM posts JOIN users ON users.id = author_id
      WHERE author_id = $1 AND users.created_at > now() - interval '1 day'
      UNION ALL
     SELECT 'reply', count(*)::int, now() FROM replies JOIN users ON users.id = author_id
      WHERE author_id = $1 AND users.created_at > now() - interval '1 day'
      UNION ALL
     SELECT 'hidAlone', 1, hid_alone_at FROM reports
      WHERE reporter_id = $1 AND hid_alone_at > now() - interval '1 day'
      UNION ALL
     SELECT 'overturned', 1, max(overturned_at) FROM reports
      WHERE reporter_id = $1 AND overturned_at > now() - interval '${OVERTURNED_DAYS} days'`,
    [userId],
  );
  for (const { kind, count, at } of acts) {
    if (count === 0 || at === null) continue;
    for (const subject of kind === 'hidAlone' ? [source] : addresses)
      await transaction.change(
        'INSERT INTO kept_acts (id, subject, kind, former_id, count, at) VALUES ($1, $2, $3, $4, $5, $6)',
        [uuidv7(), subject, kind, kind === 'account' ? userId : null, count, at],
      );
  }
}

/** Assigns a mailbox's records to its account; returns the last withdrawn one. */
export async function takeRetainedRecords(
  transaction: Transaction,
  userId: string,
  hashes: readonly Buffer[],
): Promise<string | undefined> {
  await transaction.change('UPDATE kept_acts SET user_id = $1 WHERE subject = ANY ($2::bytea[])', [
    userId,
    hashes,
  ]);
  const former = await transaction.first<{ former_id: string }>(
    `SELECT former_id FROM kept_acts WHERE subject = ANY ($1::bytea[]) AND kind = 'account' ORDER BY at DESC, id DESC LIMIT 1`,
    [hashes],
  );
  return former?.former_id;
}

/** Counts first-day posts or replies of the mailbox's accounts withdrawn within a day. */
export async function countRetainedWrites(
  executor: Executor,
  of: WrittenOf,
  userId: string,
): Promise<number> {
  const row = await executor.first<{ count: number }>(
    `SELECT coalesce(sum(count), 0)::int AS count FROM kept_acts
      WHERE user_id = $1 AND kind = $2 AND at > now() - interval '1 day'`,
    [userId, of],
  );
  return row?.count ?? 0;
}

/** Counts single-report hides of a day by withdrawn accounts of a source. */
export async function countRetainedHides(executor: Executor, hashes: readonly Buffer[]): Promise<number> {
  const row = await executor.first<{ count: number }>(
    `SELECT count(*)::int AS count FROM kept_acts
      WHERE subject = ANY ($1::bytea[]) AND kind = 'hidAlone' AND at > now() - interval '1 day'`,
    [hashes],
  );
  return row?.count ?? 0;
}

/** SQL: whether an earlier account's report was recently found wrong. */
export const RETAINED_OVERTURNED = `
  EXISTS (SELECT FROM kept_acts
           WHERE kept_acts.user_id = users.id AND kept_acts.kind = 'overturned'
             AND kept_acts.at > now() - interval '${OVERTURNED_DAYS} days')`;

/** Deletes expired records. Safe from any process. */
export async function sweepRetainedRecords(executor: Executor): Promise<void> {
  await executor.change(`DELETE FROM kept_acts WHERE at < now() - interval '${KEPT_DAYS} days'`);
}

/** SQL: serializes a student's ($1) writes across processes until the commit. */
export const WRITES_LOCK = 'pg_advisory_xact_lock(hashtextextended($1, 31))';

/** Takes {@link WRITES_LOCK}. */
export async function lockWrites(transaction: Transaction, userId: string): Promise<void> {
  await transaction.first(`SELECT ${WRITES_LOCK}`, [userId]);
}

const ACCOUNT_AGE = 'SELECT extract(epoch FROM now() - created_at)::float8 AS age FROM users WHERE id = $1';

/** Returns the age of the account in seconds. */
export async function readAccountAge(executor: Executor, userId: string): Promise<number> {
  return (await executor.first<{ age: number }>(ACCOUNT_AGE, [userId]))?.age ?? 0;
}

type WrittenOf = 'post' | 'reply';

const COUNTS: Record<WrittenOf, string> = {
  post: 'SELECT count(*)::int AS count FROM posts WHERE author_id = $1 AND id <> $2',
  reply: 'SELECT count(*)::int AS count FROM replies WHERE author_id = $1 AND id <> $2',
};

/** Counts the user's other posts or replies, hidden and deleted ones included. */
export async function countWritten(
  executor: Executor,
  of: WrittenOf,
  userId: string,
  besideId: string,
): Promise<number> {
  return (await executor.first<{ count: number }>(COUNTS[of], [userId, besideId]))?.count ?? 0;
}

const COMPARED_MAX = 300;

const recent = (writer: string, id: string, minutes: string): string => `
  author_id = ${writer} AND created_at > now() - make_interval(mins => ${minutes}) AND id <> ${id} AND deleted_at IS NULL`;

/** SQL: a row if the writer said the same in another recent reply; `said` is its hash. */
export const repliedLately = (writer: string, id: string, minutes: string, said: string): string => `
  SELECT 1 FROM replies WHERE text_hash = ${said} AND ${recent(writer, id, minutes)} LIMIT 1`;

export const SAID_LATELY: Record<WrittenOf, string> = {
  post: `
    SELECT 1 FROM (SELECT id FROM posts WHERE ${recent('$1', '$2', '$3')}
                    ORDER BY created_at DESC LIMIT ${COMPARED_MAX}) AS recent JOIN post_texts ON post_id = recent.id
     WHERE replace(text, ' ', '') = $4 LIMIT 1`,
  reply: repliedLately('$1', '$2', '$3', '$4'),
};

/**
 * Whether the user wrote the same recently.
 * Ignores deleted texts, and those of versions without a comparison form.
 *
 * @param said search text of a post without spaces, or hash of a reply.
 */
export async function wasWrittenRecently(
  executor: Executor,
  of: WrittenOf,
  userId: string,
  { besideId, minutes, said }: { besideId: string; minutes: number; said: string | Buffer },
): Promise<boolean> {
  return (await executor.first(SAID_LATELY[of], [userId, besideId, minutes, said])) !== undefined;
}

/** Returns the board id of a post. */
export async function findBoardOf(executor: Executor, postId: string): Promise<string> {
  const row = await executor.first<{ building_id: string }>('SELECT building_id FROM posts WHERE id = $1', [
    postId,
  ]);
  return row?.building_id ?? '';
}
