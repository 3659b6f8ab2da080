import { MAILED_CODE_MINUTES } from '@madang/contract/accounts/rules';
import { type Endpoint, writesAsUser } from '@madang/contract/endpoint';
import { USER_HEADER } from '@madang/contract/user-header';
import type { InstallationKeys } from '../installation-keys.ts';
import type { Session } from '../sessions/sessions.ts';
import { ProblemError } from './problem.ts';
import type { Exchange } from './request.ts';

/** Node lower-cases the names of headers. */
const HEADER = USER_HEADER.toLowerCase();

/** The user whom a request names; undefined where it has no header. */
export const readUser = (exchange: Exchange): string | undefined => exchange.header(HEADER);

/** Seconds until a page that sends no header tries again; it offers its new version meanwhile. */
const RETRY_AFTER = 60;

/**
 * Refuses a write that is not meant for the user of the session. Another tab may have signed in since the page was opened, and
 * the cookie alone does not tell for whom the page writes.
 *
 * Pages built before the header existed send none. They drop a pending write on 409 and keep it on 503; their other writes
 * are accepted until the next release.
 *
 * @param named the user that the write names.
 * @throws {ProblemError} `session.otherUser`, or `server.unavailable` for a pending write that names no user.
 */
export function requireUser(
  name: string,
  endpoint: Endpoint,
  session: Session | null,
  named: string | undefined,
): void {
  if (!session || !writesAsUser(name, endpoint)) return;
  if (named === undefined && !endpoint.pending) return;
  if (named === undefined)
    throw new ProblemError('server.unavailable', {
      retryAfter: RETRY_AFTER,
      cause: new Error(`a pending write without ${USER_HEADER}`),
    });
  if (named !== session.userId) throw new ProblemError('session.otherUser');
}

const SESSION_MAX_AGE_SECONDS = 90 * 24 * 3600;

/** The cookie that carries a session's secret: HttpOnly, SameSite=Lax, `__Host-` under HTTPS [SF-05]. */
export interface SessionCookie {
  readonly name: string;
  /** The secret in a request's Cookie header: the first, where there are two. */
  read(header: string): string | undefined;
  set(exchange: Exchange, secret: string): void;
  clear(exchange: Exchange): void;
}

/** @param https whether browsers reach this site by HTTPS. */
export function sessionCookie(https: boolean): SessionCookie {
  const name = https ? '__Host-madang' : 'madang';
  const pattern = new RegExp(`(?:^|;)\\s*${name}=([^;]*)`);
  const attributes = `Path=/; HttpOnly${https ? '; Secure' : ''}; SameSite=Lax`;
  const write = (exchange: Exchange, secret: string, seconds: number) =>
    exchange.addHeader('Set-Cookie', `${name}=${secret}; Max-Age=${seconds}; ${attributes}`);
  return {
    name,
    read: (header) => pattern.exec(header)?.[1]?.trim(),
    set: (exchange, secret) => write(exchange, secret, SESSION_MAX_AGE_SECONDS),
    clear: (exchange) => write(exchange, '', 0),
  };
}

const DEVICE_MAX_AGE_SECONDS = 365 * 24 * 3600;

/**
 * The cookie of a browser that logged in before: guesses of others do not count against it [SF-03]. It names the
 * account by a keyed hash, which nobody can make or read, and it opens nothing.
 */
export class DeviceCookie {
  readonly #name: string;
  readonly #pattern: RegExp;
  readonly #attributes: string;
  readonly #keys: InstallationKeys;

  /** @param https whether browsers reach this site by HTTPS. */
  constructor(https: boolean, keys: InstallationKeys) {
    this.#name = https ? '__Host-madang-device' : 'madang-device';
    this.#pattern = new RegExp(`(?:^|;)\\s*${this.#name}=([^;]*)`);
    this.#attributes = `Path=/; HttpOnly${https ? '; Secure' : ''}; SameSite=Lax`;
    this.#keys = keys;
  }

  /** Says to the browser that it has logged in to this account. */
  give(exchange: Exchange, accountId: string): void {
    this.#write(
      exchange,
      this.#keys.mac('device', textOf(accountId)).toString('base64url'),
      DEVICE_MAX_AGE_SECONDS,
    );
  }

  clear(exchange: Exchange): void {
    this.#write(exchange, '', 0);
  }

  /** Whether the Cookie header holds one, of whatever account and by whomever it was made. */
  isIn(cookies: string): boolean {
    return this.#pattern.test(cookies);
  }

  /** Whether the browser has logged in to this account. */
  names(cookies: string, accountId: string): boolean {
    const given = this.#pattern.exec(cookies)?.[1]?.trim() ?? '';
    if (!/^[\w-]{43}$/.test(given)) return false;
    return this.#keys.proves('device', textOf(accountId), Buffer.from(given, 'base64url'));
  }

  #write(exchange: Exchange, value: string, seconds: number): void {
    exchange.addHeader('Set-Cookie', `${this.#name}=${value}; Max-Age=${seconds}; ${this.#attributes}`);
  }
}

const textOf = (accountId: string) => `device ${accountId}`;

const NAME = 'madang-fresh';
const SECONDS = 5;
const PATTERN = new RegExp(`(?:^|;)\\s*${NAME}=(\\d{13})\\.([\\w-]{43})\\s*(?:;|$)`);

/**
 * Marks a browser that has just written something: until the mark is gone its answers bypass every
 * process's cache, so it sees its own write wherever its next request arrives. It counts only in the session that it was
 * given to and until it ends, whatever a browser sends: else anybody could have everything read again.
 */
export class FreshMark {
  readonly #secure: string;
  readonly #keys: InstallationKeys;

  /** @param https whether browsers reach this site by HTTPS. */
  constructor(https: boolean, keys: InstallationKeys) {
    this.#secure = https ? '; Secure' : '';
    this.#keys = keys;
  }

  give(exchange: Exchange, session: Session): void {
    const value = this.make(session.id, Date.now() + SECONDS * 1_000);
    exchange.addHeader(
      'Set-Cookie',
      `${NAME}=${value}; Max-Age=${SECONDS}; Path=/; HttpOnly${this.#secure}; SameSite=Lax`,
    );
  }

  /** The mark's value, for a session and until an instant. */
  make(sessionId: string, endsAt: number): string {
    const hash = this.#keys.mac('freshMark', `fresh ${sessionId} ${endsAt}`);
    return `${endsAt}.${hash.toString('base64url')}`;
  }

  /** True when the Cookie header carries a mark that still counts in this session. */
  isIn(cookies: string | undefined, session: Session | null): boolean {
    if (!cookies || !session || !mayBeFresh(cookies)) return false;
    const [, endsAt = '', hash = ''] = PATTERN.exec(cookies) ?? [];
    if (hash === '' || Number(endsAt) <= Date.now()) return false;
    return this.#keys.proves('freshMark', `fresh ${session.id} ${endsAt}`, Buffer.from(hash, 'base64url'));
  }
}

/** Whether there is something to look at: almost never. */
export function mayBeFresh(cookies: string): boolean {
  return cookies.includes(`${NAME}=`);
}

/** As long as the code that it is asked with. */
const RESET_MAX_AGE_SECONDS = MAILED_CODE_MINUTES * 60;

/**
 * The cookie of a browser that asked for a new password: only there can the code of the mail be typed. It is set for every
 * address alike, and opens nothing without the mail.
 */
export class ResetCookie {
  readonly #name: string;
  readonly #pattern: RegExp;
  readonly #attributes: string;

  /** @param https whether browsers reach this site by HTTPS. */
  constructor(https: boolean) {
    this.#name = https ? '__Host-madang-reset' : 'madang-reset';
    this.#pattern = new RegExp(`(?:^|;)\\s*${this.#name}=([A-Za-z0-9_-]{43})\\s*(?:;|$)`);
    this.#attributes = `Path=/; HttpOnly${https ? '; Secure' : ''}; SameSite=Lax`;
  }

  /** Its secret; undefined where this browser asked for nothing. */
  read(exchange: Exchange): string | undefined {
    return this.#pattern.exec(exchange.header('cookie') ?? '')?.[1];
  }

  set(exchange: Exchange, secret: string): void {
    this.#write(exchange, secret, RESET_MAX_AGE_SECONDS);
  }

  clear(exchange: Exchange): void {
    this.#write(exchange, '', 0);
  }

  #write(exchange: Exchange, value: string, seconds: number): void {
    exchange.addHeader('Set-Cookie', `${this.#name}=${value}; Max-Age=${seconds}; ${this.#attributes}`);
  }
}
