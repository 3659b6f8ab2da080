import { setTimeout as sleep } from 'node:timers/promises';
import { v7 as uuidv7 } from 'uuid';
import type { Database, Executor, Transaction } from '../database/database.ts';
import {
  LEASE_SECONDS,
  POLL_EVERY,
  RETRY_SECONDS,
  withoutAddresses,
  Worker,
  type Queue,
  type Taken,
} from '../jobs/worker.ts';
import type { Logger } from '../log/log.ts';
import type { Mail, Mailer } from './mailer.ts';

/** A mail that still has to be written: what it is about, not its text, so that no link lies in the table. */
export interface OutboxEntry {
  id: string;
  /** Null where it goes to somebody without an account. */
  accountId: string | null;
  tokenId: string | null;
  /** Of a mail about a request of somebody without an account. */
  requestId?: string | null;
  /** Of a mail to an office: the one ticket that it is about, where it is one. */
  ticketId?: string | null;
  officeId?: string | null;
  kind: string;
  recipient: string;
}

/** A mail to be added. */
export interface NewMail extends Omit<OutboxEntry, 'id'> {
  /** Name of the limit that it counts for, where that is not its kind's. */
  countedAs?: string;
}

/**
 * Counts a mail in the transaction that adds it, so that only what is mailed counts.
 *
 * @throws {ProblemError} `limit.reached`.
 */
export type LimitMail = (transaction: Transaction, mail: NewMail) => Promise<void>;

/** Puts a mail into the table; it goes out at the next look of a server, which {@link Outbox.add} does not wait for. */
export async function addMail(transaction: Transaction, entry: NewMail): Promise<void> {
  const { accountId, tokenId, requestId = null, ticketId = null, officeId = null, kind, recipient } = entry;
  await transaction.change(
    `INSERT INTO outbox (id, account_id, token_id, request_id, ticket_id, office_id, kind, recipient, turn)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, (SELECT count(*) FROM outbox WHERE recipient = $8 AND kind = $7))`,
    [uuidv7(), accountId, tokenId, requestId, ticketId, officeId, kind, recipient],
  );
}

/** A mail as it goes out. */
export interface WrittenMail extends Pick<Mail, 'subject' | 'text'> {
  /** Runs in the transaction that removes the entry, once the mail server has taken the mail. */
  whenSent?: (transaction: Transaction) => Promise<void>;
}

/** Writes the mail at the moment it goes out; null drops it (its link expired, its account is gone). */
export type ComposeMail = (transaction: Transaction, entry: OutboxEntry) => Promise<WrittenMail | null>;

/** Hears, in a transaction, that the mail server refused an address, or that a mail was given up. */
export type OnRefused = (transaction: Transaction, entry: OutboxEntry) => Promise<void>;

/** Whether the mail server refused the address for good (RFC 5321, 4.2.1), and not only for now. */
function isRefused(error: unknown): boolean {
  const { code, responseCode = 0 } = error as { code?: string; responseCode?: number };
  return code === 'EENVELOPE' && responseCode >= 500;
}

/** How many mails failed at least once and wait for another attempt. */
export async function countDelayedMails(executor: Executor): Promise<number> {
  const row = await executor.first<{ count: number }>(
    'SELECT count(*)::int AS count FROM outbox WHERE attempts > 0',
  );
  return row?.count ?? 0;
}

/** Mails that wait to be sent, failed ones included, and since when the longest waiting one waits. */
export async function countWaitingMails(
  executor: Executor,
): Promise<{ count: number; oldestAt: Date | null }> {
  const row = await executor.first<{ count: number; oldestAt: Date | null }>(
    'SELECT count(*)::int AS count, min(created_at) AS "oldestAt" FROM outbox',
  );
  return row ?? { count: 0, oldestAt: null };
}

/** Somebody waits for a reset to get in, then for a verification; nobody waits for the rest. */
const LANE = `CASE kind WHEN 'reset' THEN 0 WHEN 'verification' THEN 1 ELSE 2 END`;

export interface OutboxOptions {
  /** Called for every mail that went out. */
  onSent?: () => void;
  /** Called for every refusal for good, and for what is given up; the attempts go on as after any failure. */
  onRefused?: OnRefused;
  /** Without it mails are not limited. */
  limit?: LimitMail | undefined;
}

interface WaitingMail extends Taken, OutboxEntry {}

/**
 * Mails wait in the database, in the transaction that wants them sent: they survive a restart and a mail
 * server that is down. Any number of processes may send; a mail is taken by one at a time. They have a table of their
 * own beside that of the jobs, because they go with their account and their link.
 */
export class Outbox implements Queue<WaitingMail> {
  readonly #database: Database;
  readonly #mailer: Mailer;
  /** Writes what goes out. */
  readonly compose: ComposeMail;
  readonly #partings = new Set<Promise<void>>();
  readonly #log: Logger;
  readonly #options: OutboxOptions;
  readonly #worker: Worker<WaitingMail>;
  #timer: NodeJS.Timeout | undefined;
  readonly #end = new AbortController();

  constructor(
    database: Database,
    mailer: Mailer,
    compose: ComposeMail,
    log: Logger,
    options: OutboxOptions = {},
  ) {
    this.#database = database;
    this.#options = options;
    this.#mailer = mailer;
    this.compose = compose;
    this.#log = log;
    this.#worker = new Worker<WaitingMail>(this, log);
  }

  /** Begins to send what waits, left over from an earlier process included. */
  start(): void {
    this.#timer = setInterval(() => this.#worker.wake(), POLL_EVERY).unref();
    this.#worker.wake();
  }

  /**
   * Puts a mail into the outbox; it goes out after the commit.
   *
   * @throws {ProblemError} `limit.reached` where its recipient was mailed enough.
   */
  async add(transaction: Transaction, entry: NewMail): Promise<void> {
    await this.#options.limit?.(transaction, entry);
    await addMail(transaction, entry);
    transaction.afterCommit(() => this.#worker.wake());
  }

  /**
   * Sends the last mail to an account that the transaction deletes, after the commit. Its address stays in memory only,
   * because nothing of who has gone may lie in a table: it is tried again for as long as this process runs.
   */
  addParting(transaction: Transaction, mail: Mail): void {
    transaction.afterCommit(() => {
      const sent = this.#part(mail).finally(() => this.#partings.delete(sent));
      this.#partings.add(sent);
    });
  }

  async #part(mail: Mail): Promise<void> {
    for (let attempts = 1; !this.#end.signal.aborted; attempts += 1) {
      try {
        await this.#mailer.send(mail);
        return this.#options.onSent?.();
      } catch (error) {
        const { message, fields } = this.failure(mail);
        this.#log.warn({ ...fields, attempts, error: withoutAddresses((error as Error).message) }, message);
        const wait = RETRY_SECONDS[attempts - 1];
        if (wait === undefined) return;
        await sleep(wait * 1_000, undefined, { ref: false, signal: this.#end.signal }).catch(() => {});
      }
    }
  }

  async close(): Promise<void> {
    this.#end.abort();
    clearInterval(this.#timer);
    await this.#worker.close();
    await Promise.all(this.#partings);
    this.#mailer.close();
  }

  /**
   * Takes a mail by lane, then one of each recipient in turn; one that failed goes behind others. Taking pushes the next attempt into
   * the future, so a process that dies here only delays the mail.
   */
  take(): Promise<WaitingMail | undefined> {
    return this.#database.first<WaitingMail>(
      `UPDATE outbox
          SET attempts = attempts + 1, next_attempt_at = now() + interval '${LEASE_SECONDS} seconds'
        WHERE id = (SELECT id FROM outbox WHERE next_attempt_at <= now()
                     ORDER BY ${LANE}, turn + attempts, next_attempt_at LIMIT 1 FOR UPDATE SKIP LOCKED)
        RETURNING id, account_id AS "accountId", token_id AS "tokenId", request_id AS "requestId", ticket_id AS "ticketId",
                  office_id AS "officeId", kind, recipient, attempts`,
    );
  }

  async work(mail: WaitingMail): Promise<void> {
    const { id, accountId, recipient } = mail;
    const written = await this.#database.transaction((transaction) => this.compose(transaction, mail));
    if (!written) return remove(this.#database, mail);
    const { whenSent, ...text } = written;
    try {
      await this.#mailer.send({ id, accountId: accountId ?? '', to: recipient, ...text });
    } catch (error) {
      if (isRefused(error))
        await this.#database.transaction(async (transaction) => this.#options.onRefused?.(transaction, mail));
      throw error;
    }
    this.#options.onSent?.();
    await this.#database.transaction(async (transaction) => {
      await remove(transaction, mail);
      await whenSent?.(transaction);
    });
  }

  async delay({ id }: WaitingMail, seconds: number): Promise<void> {
    await this.#database.change(
      'UPDATE outbox SET next_attempt_at = now() + make_interval(secs => $2) WHERE id = $1',
      [id, seconds],
    );
  }

  /** Nobody waits for it any more: the student asks for it again. */
  async giveUp(mail: WaitingMail): Promise<void> {
    await this.#database.transaction(async (transaction) => {
      await remove(transaction, mail);
      await this.#options.onRefused?.(transaction, mail);
    });
  }

  failure({ id }: Pick<Mail, 'id'>) {
    return { message: 'mail not sent', fields: { outboxId: id } };
  }
}

async function remove(executor: Executor, { id }: Taken): Promise<void> {
  await executor.change('DELETE FROM outbox WHERE id = $1', [id]);
}
