import type { InstallationKeys } from '../installation-keys.ts';
import type { Session } from '../sessions/sessions.ts';
import type { Exchange } from './exchange.ts';

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
