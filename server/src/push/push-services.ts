import { BlockList, isIPv4, isIPv6, type LookupFunction } from 'node:net';
import { Resolver } from 'node:dns/promises';

/** Returns an endpoint's listed service: a host, `*.` for subdomains, or `*` for digits. Null for other hosts, ports or schemes, users, and non-canonical URLs. */
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

/** Non-public networks (IANA's registries of special-purpose addresses). */
const RESERVED = [
  '0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24 192.31.196.0/24',
  '192.52.193.0/24 192.88.99.0/24 192.168.0.0/16 192.175.48.0/24 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/3',
  '2001::/23 2001:db8::/32 2002::/16 3fff::/20',
];
const reserved = listOf(RESERVED.join(' '));
/** Allocated IPv6 space; excludes addresses that map to IPv4. */
const global = listOf('2000::/3');

function listOf(networks: string): BlockList {
  const list = new BlockList();
  for (const network of networks.split(' ')) {
    const [address = '', bits] = network.split('/');
    list.addSubnet(address, Number(bits), isIPv4(address) ? 'ipv4' : 'ipv6');
  }
  return list;
}

/** Whether the address is on the public internet. */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !reserved.check(address, 'ipv4');
  return isIPv6(address) && global.check(address, 'ipv6') && !reserved.check(address, 'ipv6');
}

export type Resolve = (host: string) => Promise<string[]>;

/** Queries name servers only, sparing the thread pool of files and password hashes. */
export const resolveHost: Resolve = async (host) => {
  const resolver = new Resolver({ timeout: 2_000, tries: 2 });
  const found = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
  const addresses = found.flatMap((one) => (one.status === 'fulfilled' ? one.value : []));
  const [first] = found;
  if (addresses.length === 0 && first.status === 'rejected') throw first.reason;
  return addresses;
};

/** Resolves a host for its connection: the checked address is used. Rejects non-public ones. */
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
