import type { Exchange } from './exchange.ts';
import type { Hosts } from './hosts.ts';
import { ProblemError } from './problem.ts';

/**
 * Refuses requests that change something and come from another site [SF-07]. Browsers send `Origin` with every such
 * request, and that is what counts: whatever a proxy makes of Host, it leaves `Origin` as it is. A request without one is
 * no browser's and carries nobody's cookie by accident; it must name this site as its Host.
 *
 * @throws {ProblemError} `origin.foreign`.
 */
export function requireOwnOrigin(exchange: Exchange, origins: ReadonlySet<string>, hosts: Hosts): void {
  if (exchange.reads) return;
  const { origin, host, 'sec-fetch-site': site } = exchange.incoming.headers;
  if (origin !== undefined) {
    if (origins.has(origin)) return;
    throw new ProblemError('origin.foreign');
  }
  if (site !== undefined && site !== 'same-origin') throw new ProblemError('origin.foreign');
  if (exchange.changes && !hosts.isOwn(host)) throw new ProblemError('origin.foreign');
}

/**
 * Refuses what is asked under a name that nobody may ask under [{@link Hosts}], or under two.
 *
 * @throws {ProblemError} `origin.foreign`.
 */
export function requireKnownHost(exchange: Exchange, hosts: Hosts): void {
  const { headers, rawHeaders } = exchange.incoming;
  const { authority } = exchange;
  const known = hosts.mayRead(headers.host) && (authority === null || hosts.mayRead(authority));
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
