import type { Exchange } from './exchange.ts';
import { ProblemError } from './problem.ts';

/**
 * Refuses requests that change something and come from another site [SF-07]. Browsers send `Origin` with
 * every such request; a request without one is no browser's and carries nobody's cookie by accident.
 *
 * @throws {ProblemError} `origin.foreign`.
 */
export function requireOwnOrigin(exchange: Exchange, origins: ReadonlySet<string>): void {
  if (exchange.reads) return;
  const { origin, 'sec-fetch-site': site } = exchange.incoming.headers;
  const foreign = origin !== undefined ? !origins.has(origin) : site !== undefined && site !== 'same-origin';
  if (foreign) throw new ProblemError('origin.foreign');
}

/**
 * On an address of this machine only our own names count, else a hostile name could be pointed at it.
 *
 * @throws {ProblemError} `origin.foreign`.
 */
export function requireKnownHost(exchange: Exchange, hosts: ReadonlySet<string>): void {
  const { headers, rawHeaders } = exchange.incoming;
  const { authority } = exchange;
  const known = hosts.has(headers.host ?? '') && (authority === null || hosts.has(authority));
  if (!known || namesTwo(rawHeaders)) throw new ProblemError('origin.foreign');
}

/** Of two Host headers Node takes the first, and a proxy before us may have taken the other. */
function namesTwo(rawHeaders: readonly string[]): boolean {
  let found = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? '';
    if (name.length === 4 && name.toLowerCase() === 'host') found += 1;
  }
  return found > 1;
}
