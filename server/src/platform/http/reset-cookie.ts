import { MAILED_CODE_MINUTES } from '@madang/contract/accounts/rules';
import type { Exchange } from './exchange.ts';

/** As long as the code that it is asked with. */
const MAX_AGE_SECONDS = MAILED_CODE_MINUTES * 60;

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
    this.#write(exchange, secret, MAX_AGE_SECONDS);
  }

  clear(exchange: Exchange): void {
    this.#write(exchange, '', 0);
  }

  #write(exchange: Exchange, value: string, seconds: number): void {
    exchange.addHeader('Set-Cookie', `${this.#name}=${value}; Max-Age=${seconds}; ${this.#attributes}`);
  }
}
