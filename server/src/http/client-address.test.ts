import { expect, test } from 'vitest';
import { clientOf, isNetwork, isProxy, trustProxies } from './request.ts';

const proxies = trustProxies(['10.0.0.0/8', '2001:db8:1::/48', '192.0.2.7']);

test('[SF-03] one IPv6 /64 is one client, an IPv4 address in IPv6 dress is itself', () => {
  const none = trustProxies([]);
  const same = ['2001:db8::1', '2001:db8::ffff:1', '2001:DB8:0:0:1:2:3:4', '2001:db8::1%eth0'];
  expect(new Set(same.map((address) => clientOf(address, undefined, none))).size).toBe(1);
  expect(clientOf('2001:db8:0:1::1', undefined, none)).not.toBe(clientOf('2001:db8::1', undefined, none));
  expect(clientOf('::1', undefined, none)).toBe('0:0:0:0::/64');
  expect(clientOf('::ffff:203.0.113.9', undefined, none)).toBe('203.0.113.9');
});

test.each([
  // A client's own claim has no effect.
  ['203.0.113.9', '198.51.100.1', '203.0.113.9'],
  ['203.0.113.9', undefined, '203.0.113.9'],
  // Our proxies append to the end, one after the other.
  ['10.1.2.3', '198.51.100.1', '198.51.100.1'],
  ['10.1.2.3', '6.6.6.6, 198.51.100.1', '198.51.100.1'],
  ['10.1.2.3', '6.6.6.6, 198.51.100.1, 192.0.2.7', '198.51.100.1'],
  ['10.1.2.3', '198.51.100.1:4711', '198.51.100.1'],
  ['::ffff:10.1.2.3', '198.51.100.1', '198.51.100.1'],
  ['2001:db8:1::5', '[2001:db8:9::1]:80', '2001:db8:9:0::/64'],
  // Nothing valid: the proxy itself is the client.
  ['10.1.2.3', undefined, '10.1.2.3'],
  ['10.1.2.3', '', '10.1.2.3'],
  ['10.1.2.3', 'unknown', '10.1.2.3'],
  ['10.1.2.3', '198.51.100.1, nonsense', '10.1.2.3'],
])('[SF-03] %s with X-Forwarded-For %s is %s', (remote, forwardedFor, client) => {
  expect(clientOf(remote, forwardedFor, proxies)).toBe(client);
});

test.each([
  // Only our proxies connect by a socket, whatever its address.
  ['198.51.100.1', '198.51.100.1'],
  ['6.6.6.6, 198.51.100.1', '198.51.100.1'],
  ['6.6.6.6, 198.51.100.1, 10.1.2.3', '198.51.100.1'],
  ['198.51.100.1, nonsense', ''],
  [undefined, ''],
])('[SF-03] by a socket with X-Forwarded-For %s it is %j', (forwardedFor, client) => {
  expect(clientOf(null, forwardedFor, proxies)).toBe(client);
});

test('request ids: accepted from our proxies, not from an unknown address', () => {
  expect([isProxy(null, null), isProxy('10.1.2.3', proxies)]).toEqual([true, true]);
  expect([isProxy('203.0.113.9', proxies), isProxy('', proxies), isProxy('10.1.2.3', null)]).toEqual([
    false,
    false,
    false,
  ]);
});

test('distinguishes networks from invalid text', () => {
  expect(['10.0.0.1', '10.0.0.0/8', '::1', 'fd00::/8'].every(isNetwork)).toBe(true);
  expect(
    ['', 'proxy', '10.0.0.0/33', '10.0.0.0/', '10.0.0.0/8/8', 'fd00::/129', '10.0.0'].some(isNetwork),
  ).toBe(false);
});
