import { BlockList, isIP, isIPv6 } from 'node:net';

/** Which proxies may say for whom they ask, from addresses and networks such as `10.0.0.0/8`; null for none. */
export function trustProxies(networks: readonly string[]): BlockList | null {
  if (networks.length === 0) return null;
  const trusted = new BlockList();
  for (const network of networks) {
    const [address = '', bits] = network.split('/');
    const family = isIPv6(address) ? 'ipv6' : 'ipv4';
    if (bits === undefined) trusted.addAddress(address, family);
    else trusted.addSubnet(address, Number(bits), family);
  }
  return trusted;
}

/** True for an IP address, or a network of such addresses with its number of bits. */
export function isNetwork(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/');
  const most = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1;
  return (
    most >= 0 && rest.length === 0 && (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= most))
  );
}

/**
 * Whom a request counts for [SF-03]: the nearest address that is no trusted proxy. X-Forwarded-For is read
 * from its end, where our own proxies wrote; what a stranger put in front of it is nobody's word. One IPv6
 * /64 is one client: that is what a household gets. `remote` is null for a connection by a socket, whose other end is a
 * proxy of ours.
 */
export function clientOf(
  remote: string | null,
  forwardedFor: string | undefined,
  trusted: BlockList | null,
): string {
  const hops = (forwardedFor ?? '').split(',').map((hop) => plain(hop.trim()));
  let client = remote === null ? '' : plain(remote);
  while ((remote === null && client === '') || isTrusted(client, trusted)) {
    const next = hops.pop();
    if (next === undefined || isIP(next) === 0) break;
    client = next;
  }
  return isIPv6(client) ? networkOf(client) : client;
}

/** Whether who connects is a proxy whose word counts. */
export function isProxy(remote: string | null, trusted: BlockList | null): boolean {
  return remote === null || isTrusted(plain(remote), trusted);
}

/** Without what an address may be dressed in: an IPv4 one as IPv6, a zone, a port. */
function plain(address: string): string {
  const bare =
    /^\[([^\]]+)\](?::\d+)?$/.exec(address)?.[1] ?? address.replace(/^(\d+(?:\.\d+){3}):\d+$/, '$1');
  const [unzoned = ''] = bare.split('%', 1);
  return unzoned.replace(/^::ffff:(?=\d+\.)/i, '');
}

function isTrusted(address: string, trusted: BlockList | null): boolean {
  if (!trusted) return false;
  const version = isIP(address);
  return version !== 0 && trusted.check(address, version === 6 ? 'ipv6' : 'ipv4');
}

function networkOf(address: string): string {
  const [head = '', tail] = address.split('::');
  const left = head.split(':').filter(Boolean);
  const right = (tail ?? '').split(':').filter(Boolean);
  const middle =
    tail === undefined ? [] : Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0');
  const groups = [...left, ...middle, ...right]
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16));
  return `${groups.join(':')}::/64`;
}
