import { BlockList, isIPv4, isIPv6, type LookupFunction } from 'node:net';
import { Resolver } from 'node:dns/promises';

/** A name that an operator may list: a host, `*.` for what is below it, or `*` for digits at the end of its first label. Never an address. */
export const SERVICE = /^(?:\*\.|[a-z0-9-]{1,50}\*\.)?(?:[a-z0-9-]{1,63}\.)+[a-z]{2,63}$/;

/**
 * The known service that an endpoint belongs to, as the list names it; null for any other address: of another host, port or
 * scheme, with a user, or written otherwise than a browser writes it.
 */
export function serviceOf(endpoint: string, services: readonly string[]): string | null {
  const url = URL.parse(endpoint);
  if (!url || url.href !== endpoint || url.protocol !== 'https:' || url.port || url.username || url.password)
    return null;
  return services.find((service) => isHostOf(url.hostname, service)) ?? null;
}

function isHostOf(host: string, service: string): boolean {
  const [start = '', end] = service.split('*');
  if (end === undefined) return host === service;
  if (start === '') return host.endsWith(end);
  return host.startsWith(start) && host.endsWith(end) && /^\d+$/.test(host.slice(start.length, -end.length));
}

/** Networks that are not the public internet (IANA's registries of special-purpose addresses). */
const RESERVED = [
  '0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24 192.31.196.0/24',
  '192.52.193.0/24 192.88.99.0/24 192.168.0.0/16 192.175.48.0/24 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/3',
  '2001::/23 2001:db8::/32 2002::/16 3fff::/20',
];
const reserved = listOf(RESERVED.join(' '));
/** All that is given out of the newer addresses: ways into the older ones are not among them. */
const global = listOf('2000::/3');

function listOf(networks: string): BlockList {
  const list = new BlockList();
  for (const network of networks.split(' ')) {
    const [address = '', bits] = network.split('/');
    list.addSubnet(address, Number(bits), isIPv4(address) ? 'ipv4' : 'ipv6');
  }
  return list;
}

/** Whether an address is one of the public internet. */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !reserved.check(address, 'ipv4');
  return isIPv6(address) && global.check(address, 'ipv6') && !reserved.check(address, 'ipv6');
}

/** All addresses of a host. */
export type Resolve = (host: string) => Promise<string[]>;

/** Asks name servers alone: neither a file of this machine nor the threads that read files and hash passwords. */
export const resolveHost: Resolve = async (host) => {
  const resolver = new Resolver({ timeout: 2_000, tries: 2 });
  const found = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
  const addresses = found.flatMap((one) => (one.status === 'fulfilled' ? one.value : []));
  const [first] = found;
  if (addresses.length === 0 && first.status === 'rejected') throw first.reason;
  return addresses;
};

/**
 * Looks a host up for the connection that is about to be made: what is checked here is what is connected to. A host with a
 * single address that is not public is refused.
 */
export function publicLookup(resolve: Resolve): LookupFunction {
  return (host, { all }, give) => {
    const answer = async () => {
      const addresses = await resolve(host);
      if (addresses.length === 0 || !addresses.every(isPublicAddress))
        throw new Error(`${host} leads to an address that is not public`);
      return addresses.map((address) => ({ address, family: isIPv4(address) ? 4 : 6 }));
    };
    void answer().then(
      (found) => (all ? give(null, found) : give(null, found[0]?.address ?? '', found[0]?.family)),
      (error: Error) => give(error, ''),
    );
  };
}
