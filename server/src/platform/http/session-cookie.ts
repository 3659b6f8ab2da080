import type { Exchange } from './exchange.ts';

const MAX_AGE_SECONDS = 90 * 24 * 3600;

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
    set: (exchange, secret) => write(exchange, secret, MAX_AGE_SECONDS),
    clear: (exchange) => write(exchange, '', 0),
  };
}
