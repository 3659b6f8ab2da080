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

/** Refuses what is not asked under a {@link isKnownHost | known host}. */
export function requireKnownHost(exchange: Exchange, hosts: Hosts): void {
  if (!isKnownHost(exchange, hosts)) throw new ProblemError('origin.foreign');
}

/** Whether it is asked under a name that somebody may ask under [{@link Hosts}], and under that one alone. */
export function isKnownHost({ common, authority }: Exchange, hosts: Hosts): boolean {
  const known = hosts.mayRead(common.host) && (authority === null || hosts.mayRead(authority));
  return known && !common.twoHosts;
}
