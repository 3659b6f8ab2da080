import { MAILED_CODE_MINUTES } from '@madang/contract/accounts/rules';
import { type Endpoint, writesAsUser } from '@madang/contract/endpoint';
import { USER_HEADER } from '@madang/contract/user-header';
import type { InstallationKeys } from '../lib/installation-keys.ts';
import type { Session } from '../sessions/sessions.ts';
import { ProblemError } from './problem.ts';
import type { RequestContext } from './request.ts';

/** Node lower-cases header names. */
const HEADER = USER_HEADER.toLowerCase();

/** Returns the user named by the request's header, or undefined. */
export const readUser = (request: RequestContext): string | undefined => request.header(HEADER);

/** Seconds until a page without the header retries. */
const RETRY_AFTER = 60;

/**
 * Rejects a write meant for another user: another tab may have signed in. Older pages do not name it; they drop a pending
 * write on 409 and keep it on 503. Their other writes are accepted until the next release.
 *
 * @param named the user that the write names.
 * @throws {ProblemError} `session.otherUser`, or `server.unavailable` for a pending write without a user.
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

/** Session cookie: HttpOnly, SameSite=Lax, `__Host-` under HTTPS [SF-05]. */
export interface SessionCookie {
  readonly name: string;
  /** Returns the secret in a Cookie header; of two, the first. */
  read(header: string): string | undefined;
  set(request: RequestContext, secret: string): void;
  clear(request: RequestContext): void;
}

/**
 * Returns this site's session cookie.
 *
 * @param https whether browsers reach this site by HTTPS.
 */
export function sessionCookie(https: boolean): SessionCookie {
  const name = https ? '__Host-madang' : 'madang';
  const pattern = new RegExp(`(?:^|;)\\s*${name}=([^;]*)`);
  const attributes = `Path=/; HttpOnly${https ? '; Secure' : ''}; SameSite=Lax`;
  const write = (request: RequestContext, secret: string, seconds: number) =>
    request.addHeader('Set-Cookie', `${name}=${secret}; Max-Age=${seconds}; ${attributes}`);
  return {
    name,
    read: (header) => pattern.exec(header)?.[1]?.trim(),
    set: (request, secret) => write(request, secret, SESSION_MAX_AGE_SECONDS),
    clear: (request) => write(request, '', 0),
  };
}

const KNOWN_BROWSER_MAX_AGE_SECONDS = 365 * 24 * 3600;

/**
 * Cookie of a known browser: failed logins elsewhere do not count against it [SF-03]. A keyed hash of the account, without
 * access.
 */
export class KnownBrowserCookie {
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

  /** Marks the browser as having logged in to this account. */
  give(request: RequestContext, accountId: string): void {
    this.#write(
      request,
      this.#keys.mac('device', textOf(accountId)).toString('base64url'),
      KNOWN_BROWSER_MAX_AGE_SECONDS,
    );
  }

  clear(request: RequestContext): void {
    this.#write(request, '', 0);
  }

  /** Whether the Cookie header has one, valid or not. */
  isIn(cookies: string): boolean {
    return this.#pattern.test(cookies);
  }

  names(cookies: string, accountId: string): boolean {
    const given = this.#pattern.exec(cookies)?.[1]?.trim() ?? '';
    if (!/^[\w-]{43}$/.test(given)) return false;
    return this.#keys.proves('device', textOf(accountId), Buffer.from(given, 'base64url'));
  }

  #write(request: RequestContext, value: string, seconds: number): void {
    request.addHeader('Set-Cookie', `${this.#name}=${value}; Max-Age=${seconds}; ${this.#attributes}`);
  }
}

const textOf = (accountId: string) => `device ${accountId}`;

const NAME = 'madang-fresh';
const SECONDS = 5;
const PATTERN = new RegExp(`(?:^|;)\\s*${NAME}=(\\d{13})\\.([\\w-]{43})\\s*(?:;|$)`);

/** Makes a browser bypass every cache after its write, to read it. Valid only in the receiving session, against abuse. */
export class FreshMark {
  readonly #secure: string;
  readonly #keys: InstallationKeys;

  /** @param https whether browsers reach this site by HTTPS. */
  constructor(https: boolean, keys: InstallationKeys) {
    this.#secure = https ? '; Secure' : '';
    this.#keys = keys;
  }

  give(request: RequestContext, session: Session): void {
    const value = this.make(session.id, Date.now() + SECONDS * 1_000);
    request.addHeader(
      'Set-Cookie',
      `${NAME}=${value}; Max-Age=${SECONDS}; Path=/; HttpOnly${this.#secure}; SameSite=Lax`,
    );
  }

  /** Returns a mark for a session until an instant in milliseconds. */
  make(sessionId: string, endsAt: number): string {
    const hash = this.#keys.mac('freshMark', `fresh ${sessionId} ${endsAt}`);
    return `${endsAt}.${hash.toString('base64url')}`;
  }

  /** True if the Cookie header has a valid mark of this session. */
  isIn(cookies: string | undefined, session: Session | null): boolean {
    if (!cookies || !session || !mayBeFresh(cookies)) return false;
    const [, endsAt = '', hash = ''] = PATTERN.exec(cookies) ?? [];
    if (hash === '' || Number(endsAt) <= Date.now()) return false;
    return this.#keys.proves('freshMark', `fresh ${session.id} ${endsAt}`, Buffer.from(hash, 'base64url'));
  }
}

/** Fast check before verification: almost always false. */
export function mayBeFresh(cookies: string): boolean {
  return cookies.includes(`${NAME}=`);
}

/** Lifetime of the code that it accompanies. */
const RESET_MAX_AGE_SECONDS = MAILED_CODE_MINUTES * 60;

/**
 * Cookie of the browser that requested a new password, where alone the mailed code works. Set for every address, known or
 * not.
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

  /** Returns its secret; undefined if this browser made no request. */
  read(request: RequestContext): string | undefined {
    return this.#pattern.exec(request.header('cookie') ?? '')?.[1];
  }

  set(request: RequestContext, secret: string): void {
    this.#write(request, secret, RESET_MAX_AGE_SECONDS);
  }

  clear(request: RequestContext): void {
    this.#write(request, '', 0);
  }

  #write(request: RequestContext, value: string, seconds: number): void {
    request.addHeader('Set-Cookie', `${this.#name}=${value}; Max-Age=${seconds}; ${this.#attributes}`);
  }
}
