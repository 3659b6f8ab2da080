import { createHash, hash, randomBytes } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import type { Database, Executor, Transaction } from '../database/database.ts';
import type { Logger } from '../log/log.ts';

/** [SF-04] Idle and absolute lifetime of a session, in days. */
const IDLE_DAYS = 30;
const ABSOLUTE_DAYS = 90;
/** Milliseconds that a confirmed session is valid without the database [CA-04]. */
const TRUST = 2_000;
/** Milliseconds between queries that confirm all cached sessions. */
const CONFIRM_EVERY = 1_000;
/** Milliseconds without use until a cached session is evicted. */
const UNUSED_FOR = 60_000;
/** Minimum milliseconds between writes of `last_seen_at` of a session. */
const SEEN_EVERY = 3_600_000;
const SESSIONS_MAX = 50_000;

export interface Session {
  id: string;
  userId: string;
}

interface CachedSession {
  session: Session;
  confirmedAt: number;
  usedAt: number;
  seenAt: number;
  ended: boolean;
  onEnd: (() => void)[];
}

interface SessionRow {
  id: string;
  user_id: string;
  last_seen_at: Date;
}

const ALIVE = `last_seen_at > now() - interval '${IDLE_DAYS} days' AND created_at > now() - interval '${ABSOLUTE_DAYS} days'`;

/** Returns a secret's stored form, which grants no access [SF-01]. */
export function hashSecret(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}

/** Returns a cached session's key, which is no usable secret. */
function keyOf(secret: string): string {
  return hash('sha256', secret, 'base64url');
}

/** Returns 256 random bits as 43 characters for URLs and cookies. */
export function makeSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** Deletes a user's sessions except one, everywhere within two seconds. */
export async function endSessionsOf(
  executor: Executor,
  userId: string,
  except: string | null = null,
): Promise<void> {
  await executor.change('DELETE FROM sessions WHERE user_id = $1 AND id IS DISTINCT FROM $2::uuid', [
    userId,
    except,
  ]);
}

/**
 * Sessions in the database, cached by process and confirmed once a second: requests cost no query. Ended ones are invalid
 * everywhere within two seconds.
 */
export class Sessions {
  readonly #database: Database;
  readonly #log: Logger;
  /** In the order of their last use. */
  readonly #cached = new Map<string, CachedSession>();
  readonly #entryOf = new WeakMap<Session, CachedSession>();
  readonly #onUse: (userId: string) => void;
  readonly #timer: NodeJS.Timeout;
  readonly #most: number;
  /** Number of removals: a session ended during its query is not cached. */
  #forgotten = 0;
  #confirming = false;
  #closed = false;

  /**
   * @param onUse called for each active user at least hourly, and for sessions new here.
   * @param most maximum cached sessions.
   */
  constructor(
    database: Database,
    log: Logger,
    onUse: (userId: string) => void = () => {},
    most = SESSIONS_MAX,
  ) {
    this.#most = most;
    this.#database = database;
    this.#log = log;
    this.#onUse = onUse;
    this.#timer = setInterval(() => void this.#confirm(), CONFIRM_EVERY).unref();
  }

  /** Creates a session in the allowing transaction; returns the cookie's value. */
  async begin(executor: Executor, userId: string): Promise<string> {
    const secret = makeSecret();
    await executor.change('INSERT INTO sessions (id, token_hash, user_id) VALUES ($1, $2, $3)', [
      uuidv7(),
      hashSecret(secret),
      userId,
    ]);
    return secret;
  }

  /** Returns a cookie's active session if cached; otherwise undefined. */
  peek(secret: string): Session | undefined {
    const key = keyOf(secret);
    const cached = this.#cached.get(key);
    const now = Date.now();
    if (!cached || now - cached.confirmedAt >= TRUST || now - cached.seenAt > SEEN_EVERY) return undefined;
    this.#use(key, cached, now);
    return cached.session;
  }

  /** Returns the active session of a cookie's value, or null. */
  async resolve(secret: string): Promise<Session | null> {
    if (!/^[A-Za-z0-9_-]{43}$/.test(secret)) return null;
    const known = this.peek(secret);
    if (known) return known;
    const key = keyOf(secret);
    const now = Date.now();
    let row: SessionRow | undefined;
    let forgotten: number;
    do {
      forgotten = this.#forgotten;
      row = await this.#database.first<SessionRow>(
        `SELECT id, user_id, last_seen_at FROM sessions WHERE token_hash = $1 AND ${ALIVE}`,
        [hashSecret(secret)],
      );
    } while (row && forgotten !== this.#forgotten);
    if (!row) {
      this.#drop(key);
      return null;
    }
    const fresh: CachedSession = this.#cached.get(key) ?? {
      session: { id: row.id, userId: row.user_id },
      confirmedAt: now,
      usedAt: now,
      seenAt: row.last_seen_at.getTime(),
      ended: false,
      onEnd: [],
    };
    fresh.confirmedAt = now;
    this.#use(key, fresh, now);
    this.#entryOf.set(fresh.session, fresh);
    if (now - fresh.seenAt > SEEN_EVERY) await this.#touch(fresh);
    this.#onUse(row.user_id);
    if (this.#cached.size > this.#most) this.#evict();
    return fresh.session;
  }

  /** Calls `onEnd` once when the session ends anywhere; returns a cancel function. */
  watch(session: Session, onEnd: () => void): () => void {
    const cached = this.#entryOf.get(session);
    if (!cached || cached.ended) {
      onEnd();
      return () => {};
    }
    cached.onEnd.push(onEnd);
    return () => {
      const place = cached.onEnd.indexOf(onEnd);
      if (place !== -1) cached.onEnd.splice(place, 1);
    };
  }

  /** Locks an active session until commit; false if it has ended. */
  async hold(transaction: Transaction, session: Session): Promise<boolean> {
    const row = await transaction.first(`SELECT id FROM sessions WHERE id = $1 AND ${ALIVE} FOR KEY SHARE`, [
      session.id,
    ]);
    return row !== undefined;
  }

  async end(session: Session): Promise<void> {
    await this.#database.change('DELETE FROM sessions WHERE id = $1', [session.id]);
    this.forget(({ id }) => id === session.id);
  }

  /** Deletes a user's sessions except one; call {@link forget} after commit. */
  async endAllOf(executor: Executor, userId: string, except: string | null = null): Promise<void> {
    await endSessionsOf(executor, userId, except);
  }

  /** Removes matching sessions from the cache, closing dependents; other processes detect it. */
  forget(ended: (session: Session) => boolean): void {
    this.#forgotten += 1;
    for (const [key, cached] of this.#cached) if (ended(cached.session)) this.#drop(key);
  }

  /** Deletes expired sessions; any process may run it. */
  async sweep(executor: Executor): Promise<void> {
    await executor.change(`DELETE FROM sessions WHERE NOT (${ALIVE})`);
  }

  close(): void {
    this.#closed = true;
    clearInterval(this.#timer);
  }

  #use(key: string, cached: CachedSession, now: number): void {
    cached.usedAt = now;
    this.#cached.delete(key);
    this.#cached.set(key, cached);
  }

  /** Drops the least recently used session, preferably without open streams. */
  #evict(): void {
    const [oldest = ''] = this.#cached.keys();
    for (const [key, { onEnd }] of this.#cached) if (onEnd.length === 0) return this.#drop(key);
    this.#drop(oldest);
  }

  #drop(key: string): void {
    const cached = this.#cached.get(key);
    if (!cached) return;
    this.#cached.delete(key);
    cached.ended = true;
    for (const onEnd of cached.onEnd.splice(0)) onEnd();
  }

  async #touch(cached: CachedSession): Promise<void> {
    cached.seenAt = Date.now();
    await this.#database.change('UPDATE sessions SET last_seen_at = now() WHERE id = $1', [
      cached.session.id,
    ]);
  }

  async #confirm(): Promise<void> {
    if (this.#confirming || this.#cached.size === 0) return;
    this.#confirming = true;
    const askedAt = Date.now();
    try {
      for (const [key, cached] of this.#cached) {
        if (cached.onEnd.length === 0 && askedAt - cached.usedAt > UNUSED_FOR) this.#drop(key);
      }
      const asked = [...this.#cached];
      // The inverse query would read thousands of rows each second.
      const rows = await this.#database.rows<{ id: string }>(
        `SELECT asked.id FROM unnest($1::uuid[]) AS asked (id)
          WHERE NOT EXISTS (SELECT FROM sessions WHERE sessions.id = asked.id AND ${ALIVE})`,
        [asked.map(([, cached]) => cached.session.id)],
      );
      const over = new Set(rows.map(({ id }) => id));
      for (const [key, cached] of asked) {
        if (over.has(cached.session.id)) this.#drop(key);
        else cached.confirmedAt = askedAt;
      }
    } catch (error) {
      // Queried just before the database was closed.
      if (this.#closed) return;
      this.#log.warn({ error: (error as Error).message }, 'sessions not confirmed');
      for (const [key, cached] of this.#cached) {
        if (cached.onEnd.length > 0 && Date.now() - cached.confirmedAt > TRUST) this.#drop(key);
      }
    } finally {
      this.#confirming = false;
    }
  }
}
