import type { FileHandle } from 'node:fs/promises';
import { PassThrough, type Readable } from 'node:stream';
import type { Database, Executor } from '../../database/database.ts';
import { beginSnapshot, readLinesOf } from '../../database/table-lines.ts';
import { ProblemError } from '../../http/problem.ts';
import { getIntact, type ImageStore } from '../../images/image-store.ts';
import type { Logger } from '../../log/log.ts';
import type { Session } from '../../sessions/sessions.ts';
import { openSpool } from '../../lib/folders.ts';
import { writeZip } from '../../lib/zip.ts';
import { findUser } from './account-rows.ts';

/** An uploaded picture: name in the archive and key in the store. */
interface OwnPicture {
  name: string;
  key: string;
}

export interface OwnData {
  /**
   * SQL by list name; `$1` is the user, `at` the sort column.
   * Selects no secrets and no other user's content.
   */
  lists?: Readonly<Record<string, string>>;
  /** Like `lists`, for the official edition; the beta omits empty ones. */
  officialLists?: Readonly<Record<string, string>>;
  pictures?: (executor: Executor, userId: string) => Promise<OwnPicture[]>;
}

export const ownAccount: OwnData = {
  lists: {
    profile: `
      SELECT users.created_at AS at, users.id, accounts.email, accounts.email_verified_at AS "emailVerifiedAt",
             accounts.last_verified_email AS "lastVerifiedEmail", accounts.fallback_email AS "fallbackEmail",
             accounts.created_at AS "accountCreatedAt",
             users.name, users.nickname, users.university, users.writing_right AS "writingRight",
             users.right_override AS "rightByOperator", users.points, users.source_id AS "importedId",
             users.seen_on::text AS "seenOn"
        FROM users JOIN accounts USING (id) WHERE users.id = $1`,
    consents: `SELECT agreed_at AS at, document, version FROM consents WHERE user_id = $1`,
    sessions: `SELECT created_at AS at, last_seen_at AS "lastSeenAt" FROM sessions WHERE user_id = $1`,
    mailedLinks: `
      SELECT created_at AS at, purpose, email, verified_at AS "verifiedAt",
             last_verified_email AS "lastVerifiedEmail", expires_at AS "expiresAt", used_at AS "usedAt"
        FROM tokens WHERE account_id = $1`,
    waitingMails: `
      SELECT created_at AS at, kind, recipient, attempts, next_attempt_at AS "nextAttemptAt"
        FROM outbox WHERE account_id = $1`,
  },
};

export interface OwnDataDependencies {
  database: Database;
  images: ImageStore;
  log: Logger;
  ownData: readonly OwnData[];
  official: boolean;
}

/**
 * Streams the user's data as a zip: `data.json` from one snapshot, and `images/`.
 * Buffers one page or picture; aborts at an unreadable picture.
 *
 * @throws {ProblemError} `session.required` if deleted.
 */
export async function packOwnData(dependencies: OwnDataDependencies, session: Session): Promise<Readable> {
  const file = await openSpool();
  let pictures: OwnPicture[];
  try {
    // A file, so that a slow client holds no transaction.
    pictures = await spoolRows(dependencies, session.userId, file);
  } catch (error) {
    await file.close();
    throw error;
  }
  const archive = new PassThrough();
  void sendArchive(dependencies, file, pictures, archive);
  return archive;
}

function spoolRows(
  dependencies: OwnDataDependencies,
  userId: string,
  file: FileHandle,
): Promise<OwnPicture[]> {
  return dependencies.database.transaction(async (transaction) => {
    await beginSnapshot(transaction);
    if (!(await findUser(transaction, userId))) throw new ProblemError('session.required');
    await file.appendFile(`{"format":"madang-own-data","version":1`);
    const spool = async (lists: OwnData['lists'] = {}, evenEmpty = true) => {
      for (const [name, query] of Object.entries(lists))
        await spoolList(transaction, { name, query, evenEmpty }, userId, file);
    };
    for (const { lists, officialLists } of dependencies.ownData) {
      await spool(lists);
      await spool(officialLists, dependencies.official);
    }
    await file.appendFile('}\n');
    const pictures = [];
    for (const own of dependencies.ownData)
      pictures.push(...((await own.pictures?.(transaction, userId)) ?? []));
    return pictures;
  });
}

async function spoolList(
  executor: Executor,
  { name, query, evenEmpty }: { name: string; query: string; evenEmpty: boolean },
  userId: string,
  file: FileHandle,
): Promise<void> {
  const head = `,\n${JSON.stringify(name)}:[\n`;
  let before = head;
  for await (const lines of readLinesOf(executor, query, [userId], 'line.at, to_jsonb(line)::text')) {
    await file.appendFile(before + lines.join(',\n'));
    before = ',\n';
  }
  if (before !== head) await file.appendFile(']');
  else if (evenEmpty) await file.appendFile(`${head}]`);
}

/** Never rejects: logs errors and truncates the archive. */
async function sendArchive(
  { images, log }: OwnDataDependencies,
  file: FileHandle,
  pictures: readonly OwnPicture[],
  archive: PassThrough,
): Promise<void> {
  try {
    await writeZip(archive, async (add) => {
      await add('data.json', file.createReadStream({ start: 0, autoClose: false }));
      for (const { name, key } of pictures) {
        const bytes = await getIntact(images, key);
        if (bytes) await add(`images/${name}`, bytes);
      }
    });
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code !== 'ERR_STREAM_PREMATURE_CLOSE') log.error({ error: message }, 'data download aborted');
  } finally {
    await file.close();
  }
}

/** A ledger entry: the id of a deleted user. */
export interface Withdrawal {
  userId: string;
  /** ISO 8601 in UTC. */
  withdrawnAt: string;
}

/** Records withdrawals in the ledger; known ones keep their time. */
export async function recordWithdrawals(
  executor: Executor,
  withdrawals: readonly Withdrawal[],
): Promise<void> {
  await executor.change(
    `INSERT INTO withdrawals (user_id, withdrawn_at)
     SELECT "userId", "withdrawnAt"
       FROM jsonb_to_recordset($1::text::jsonb) AS row ("userId" uuid, "withdrawnAt" timestamptz)
     ON CONFLICT DO NOTHING`,
    [JSON.stringify(withdrawals)],
  );
}

/** Returns the whole ledger, oldest first. */
export async function listWithdrawals(executor: Executor): Promise<Withdrawal[]> {
  const rows = await executor.rows<{ user_id: string; withdrawn_at: Date }>(
    'SELECT user_id, withdrawn_at FROM withdrawals ORDER BY withdrawn_at, user_id',
  );
  return rows.map((row) => ({ userId: row.user_id, withdrawnAt: row.withdrawn_at.toISOString() }));
}

/** Returns whether anybody has signed up; false before a restore. */
export async function hasAccounts(executor: Executor): Promise<boolean> {
  return (await executor.rows('SELECT FROM accounts LIMIT 1')).length > 0;
}

/** Returns withdrawn accounts that a backup restored. */
export async function listReturned(executor: Executor): Promise<string[]> {
  const rows = await executor.rows<{ id: string }>(
    'SELECT id FROM accounts JOIN withdrawals ON withdrawals.user_id = accounts.id ORDER BY id',
  );
  return rows.map(({ id }) => id);
}
