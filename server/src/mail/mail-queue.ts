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

export interface QueuedMail {
  id: string;
  /** Null for recipients without an account. */
  accountId: string | null;
  tokenId: string | null;
  /** Rights request of a mail to a complainant without an account. */
  requestId?: string | null;
  /** Ticket of a mail to an office, if single. */
  ticketId?: string | null;
  officeId?: string | null;
  kind: string;
  recipient: string;
}

export interface NewMail extends Omit<QueuedMail, 'id'> {
  /** Name of its rate limit, if not the kind's. */
  countedAs?: string;
}

/**
 * Counts a mail in its transaction.
 *
 * @throws {ProblemError} `limit.reached`.
 */
export type LimitMail = (transaction: Transaction, mail: NewMail) => Promise<void>;

/** Queues a mail for the next poll; {@link MailQueue.add} sends immediately. */
export async function addMail(transaction: Transaction, entry: NewMail): Promise<void> {
  const { accountId, tokenId, requestId = null, ticketId = null, officeId = null, kind, recipient } = entry;
  await transaction.change(
    `INSERT INTO outbox (id, account_id, token_id, request_id, ticket_id, office_id, kind, recipient, turn)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, (SELECT count(*) FROM outbox WHERE recipient = $8 AND kind = $7))`,
    [uuidv7(), accountId, tokenId, requestId, ticketId, officeId, kind, recipient],
  );
}

export interface WrittenMail extends Pick<Mail, 'subject' | 'text'> {
  /** Runs in the transaction that deletes the accepted mail's entry. */
  whenSent?: (transaction: Transaction) => Promise<void>;
}

/** Composes the mail on sending; null drops it. */
export type ComposeMail = (transaction: Transaction, entry: QueuedMail) => Promise<WrittenMail | null>;

/** Handles a rejected address or abandoned mail, in a transaction. */
export type OnRefused = (transaction: Transaction, entry: QueuedMail) => Promise<void>;

/** Whether the mail server rejected the address permanently (RFC 5321, 4.2.1). */
function isRefused(error: unknown): boolean {
  const { code, responseCode = 0 } = error as { code?: string; responseCode?: number };
  return code === 'EENVELOPE' && responseCode >= 500;
}

/** Returns the number of mails awaiting a retry. */
export async function countDelayedMails(executor: Executor): Promise<number> {
  const row = await executor.first<{ count: number }>(
    'SELECT count(*)::int AS count FROM outbox WHERE attempts > 0',
  );
  return row?.count ?? 0;
}

/** Returns the number of queued mails and the oldest's time. */
export async function countWaitingMails(
  executor: Executor,
): Promise<{ count: number; oldestAt: Date | null }> {
  const row = await executor.first<{ count: number; oldestAt: Date | null }>(
    'SELECT count(*)::int AS count, min(created_at) AS "oldestAt" FROM outbox',
  );
  return row ?? { count: 0, oldestAt: null };
}

/** Priority: resets first, then verifications, since users wait for them. */
const LANE = `CASE kind WHEN 'reset' THEN 0 WHEN 'verification' THEN 1 ELSE 2 END`;

export interface MailQueueOptions {
  onSent?: () => void;
  /** Called for permanent rejections and mails given up; retries go on. */
  onRefused?: OnRefused;
  limit?: LimitMail | undefined;
}

interface WaitingMail extends Taken, QueuedMail {}

/**
 * Mail queue in the database, filled by transactions, surviving restarts and outages. One process at a time takes a mail.
 * Unlike jobs, deleted with account and link.
 */
export class MailQueue implements Queue<WaitingMail> {
  readonly #database: Database;
  readonly #mailer: Mailer;
  readonly compose: ComposeMail;
  readonly #partings = new Set<Promise<void>>();
  readonly #log: Logger;
  readonly #options: MailQueueOptions;
  readonly #worker: Worker<WaitingMail>;
  #timer: NodeJS.Timeout | undefined;
  readonly #end = new AbortController();

  constructor(
    database: Database,
    mailer: Mailer,
    compose: ComposeMail,
    log: Logger,
    options: MailQueueOptions = {},
  ) {
    this.#database = database;
    this.#options = options;
    this.#mailer = mailer;
    this.compose = compose;
    this.#log = log;
    this.#worker = new Worker<WaitingMail>(this, log);
  }

  /** Starts sending queued mails, including those of earlier processes. */
  start(): void {
    this.#timer = setInterval(() => this.#worker.wake(), POLL_EVERY).unref();
    this.#worker.wake();
  }

  /**
   * Queues a mail, sent after the commit.
   *
   * @throws {ProblemError} `limit.reached` if the recipient has too many.
   */
  async add(transaction: Transaction, entry: NewMail): Promise<void> {
    await this.#options.limit?.(transaction, entry);
    await addMail(transaction, entry);
    transaction.afterCommit(() => this.#worker.wake());
  }

  /** Sends a deleted account's last mail after the commit. Its address stays in memory: tables contain no deleted users. */
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

  /** Takes a mail by priority, then recipients in turn, failed ones last. After a crash its lease expires. */
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

  /** The user requests such a mail again, so it is deleted. */
  async giveUp(mail: WaitingMail): Promise<void> {
    await this.#database.transaction(async (transaction) => {
      await remove(transaction, mail);
      await this.#options.onRefused?.(transaction, mail);
    });
  }

  failure({ id }: Pick<Mail, 'id'>) {
    return { message: 'mail not sent', fields: { mailId: id } };
  }
}

async function remove(executor: Executor, { id }: Taken): Promise<void> {
  await executor.change('DELETE FROM outbox WHERE id = $1', [id]);
}
