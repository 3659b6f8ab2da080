import type { InstallationKeys } from '../installation-keys.ts';
import type { Exchange } from './exchange.ts';

const MAX_AGE_SECONDS = 365 * 24 * 3600;

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
    this.#write(exchange, this.#keys.mac('device', textOf(accountId)).toString('base64url'), MAX_AGE_SECONDS);
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
