import { setTimeout as sleep } from 'node:timers/promises';
import { v7 as uuidv7 } from 'uuid';
import type { Database, Executor, Transaction } from '../database/database.ts';
import type { Logger } from '../log/log.ts';
import type { Mail, Mailer } from './mailer.ts';

/** Waits after the first, second, … failed attempt, in seconds; then the mail is given up. */
const RETRY_SECONDS = [2, 5, 15, 60, 300, 900, 3_600, 3_600, 3_600];
const POLL_EVERY = 2_000;
/** A process that took a mail and died gives it back to the others after this long. */
const TAKEN_SECONDS = 60;

/** A mail that still has to be written: what it is about, not its text, so that no link lies in the table. */
export interface OutboxEntry {
  id: string;
  accountId: string;
  tokenId: string | null;
  kind: string;
  recipient: string;
}

/** Writes the mail at the moment it goes out; null drops it (its link expired, its account is gone). */
export type ComposeMail = (
  transaction: Transaction,
  entry: OutboxEntry,
) => Promise<Pick<Mail, 'subject' | 'text'> | null>;

/** How many mails failed at least once and wait for another attempt. */
export async function countDelayedMails(executor: Executor): Promise<number> {
  const row = await executor.first<{ count: number }>(
    'SELECT count(*)::int AS count FROM outbox WHERE attempts > 0',
  );
  return row?.count ?? 0;
}

interface OutboxRow {
  id: string;
  account_id: string;
  token_id: string | null;
  kind: string;
  recipient: string;
  attempts: number;
}

/**
 * Mails wait in the database, in the transaction that wants them sent: they survive a restart and a mail
 * server that is down. Any number of processes may send; a mail is taken by one at a time.
 */
export class Outbox {
  readonly #database: Database;
  readonly #mailer: Mailer;
  /** Writes what goes out. */
  readonly compose: ComposeMail;
  readonly #partings = new Set<Promise<void>>();
  readonly #log: Logger;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;
  #again = false;
  #closed = false;
  readonly #end = new AbortController();

  constructor(database: Database, mailer: Mailer, compose: ComposeMail, log: Logger) {
    this.#database = database;
    this.#mailer = mailer;
    this.compose = compose;
    this.#log = log;
  }

  /** Begins to send what waits, left over from an earlier process included. */
  start(): void {
    this.#timer = setInterval(() => this.wake(), POLL_EVERY).unref();
    this.wake();
  }

  /** Puts a mail into the outbox; it goes out after the commit. */
  async add(transaction: Transaction, entry: Omit<OutboxEntry, 'id'>): Promise<void> {
    await transaction.change(
      'INSERT INTO outbox (id, account_id, token_id, kind, recipient) VALUES ($1, $2, $3, $4, $5)',
      [uuidv7(), entry.accountId, entry.tokenId, entry.kind, entry.recipient],
    );
    transaction.afterCommit(() => this.wake());
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
    for (let attempts = 1; !this.#closed; attempts += 1) {
      try {
        return await this.#mailer.send(mail);
      } catch (error) {
        this.#warn(mail.id, attempts, error);
        const wait = RETRY_SECONDS[attempts - 1];
        if (wait === undefined) return;
        await sleep(wait * 1_000, undefined, { ref: false, signal: this.#end.signal }).catch(() => {});
      }
    }
  }

  /** Sends what is due now instead of at the next poll. */
  wake(): void {
    if (this.#closed) return;
    if (this.#running) {
      this.#again = true;
      return;
    }
    this.#running = this.#sendDue()
      .catch((error: Error) => this.#log.warn({ error: error.message }, 'the outbox could not be read'))
      .finally(() => {
        this.#running = undefined;
        if (this.#again) {
          this.#again = false;
          this.wake();
        }
      });
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#end.abort();
    clearInterval(this.#timer);
    await this.#running;
    await Promise.all(this.#partings);
    this.#mailer.close();
  }

  async #sendDue(): Promise<void> {
    for (let row = await this.#take(); row && !this.#closed; row = await this.#take())
      await this.#deliver(row);
  }

  /** Taking pushes the next attempt into the future, so a process that dies here only delays the mail. */
  async #take(): Promise<OutboxRow | undefined> {
    return this.#database.first<OutboxRow>(
      `UPDATE outbox
          SET attempts = attempts + 1, next_attempt_at = now() + interval '${TAKEN_SECONDS} seconds'
        WHERE id = (SELECT id FROM outbox WHERE next_attempt_at <= now()
                     ORDER BY next_attempt_at LIMIT 1 FOR UPDATE SKIP LOCKED)
        RETURNING id, account_id, token_id, kind, recipient, attempts`,
    );
  }

  async #deliver(row: OutboxRow): Promise<void> {
    const entry: OutboxEntry = {
      id: row.id,
      accountId: row.account_id,
      tokenId: row.token_id,
      kind: row.kind,
      recipient: row.recipient,
    };
    const written = await this.#database.transaction((transaction) => this.compose(transaction, entry));
    if (!written) {
      await this.#remove(row.id);
      return;
    }
    try {
      await this.#mailer.send({ id: row.id, accountId: row.account_id, to: row.recipient, ...written });
      await this.#remove(row.id);
    } catch (error) {
      const wait = RETRY_SECONDS[row.attempts - 1];
      this.#warn(row.id, row.attempts, error);
      if (wait === undefined) await this.#remove(row.id);
      else {
        await this.#database.change(
          "UPDATE outbox SET next_attempt_at = now() + $2 * interval '1 second' WHERE id = $1",
          [row.id, wait],
        );
      }
    }
  }

  #warn(outboxId: string, attempts: number, error: unknown): void {
    const message = withoutAddresses((error as Error).message);
    this.#log.warn({ outboxId, attempts, error: message }, 'mail not sent');
  }

  async #remove(id: string): Promise<void> {
    await this.#database.change('DELETE FROM outbox WHERE id = $1', [id]);
  }
}

/** Mail servers quote whom they refuse; the log outlives the account. */
function withoutAddresses(message: string): string {
  return message.replaceAll(/[^\s<>"(),;:]+@[^\s<>"(),;:]+/g, '[address]');
}
