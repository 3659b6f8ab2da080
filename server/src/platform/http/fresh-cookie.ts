import type { Exchange } from './exchange.ts';

const NAME = 'madang-fresh';
const SECONDS = 5;

/**
 * Marks a browser that has just written something: until the mark is gone it is answered past whatever any
 * process keeps, so it sees its own write wherever its next request arrives.
 */
export function markFresh(exchange: Exchange, https: boolean): void {
  const secure = https ? '; Secure' : '';
  exchange.addHeader('Set-Cookie', `${NAME}=1; Max-Age=${SECONDS}; Path=/; HttpOnly${secure}; SameSite=Lax`);
}

/** True when the Cookie header carries the mark. */
export function isFresh(header: string | undefined): boolean {
  return header?.includes(`${NAME}=1`) ?? false;
}
