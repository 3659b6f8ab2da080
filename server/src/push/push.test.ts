import { createECDH, randomBytes } from 'node:crypto';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PUSH_SERVICES } from '@madang/contract/notifications/rules';
import { decrypt } from 'http_ece';
import { expect, test } from 'vitest';
import { encryptPush, isRecipient } from './encrypt.ts';
import { makePushKeys, readPushKeys } from './push-keys.ts';
import { isPublicAddress, publicLookup, serviceOf } from './push-services.ts';
import { makeFolder } from '../../testing/make-folder.ts';

const folder = makeFolder('keys');

function subscribe() {
  const pair = createECDH('prime256v1');
  return { pair, p256dh: pair.generateKeys('base64url'), auth: randomBytes(16).toString('base64url') };
}

test('[NO-06] [SF-42] encrypted push: decodable by another decoder with the key only', () => {
  const { pair, ...recipient } = subscribe();
  const read = (body: Buffer, privateKey = pair, authSecret = recipient.auth) =>
    decrypt(body, { version: 'aes128gcm', privateKey, authSecret }).toString();
  for (const text of [
    '',
    'a',
    '새 댓글이 달렸어요',
    'x'.repeat(1_022),
    'x'.repeat(1_023),
    'x'.repeat(2_500),
  ]) {
    const body = encryptPush(text, recipient);
    expect(read(body)).toBe(text);
    expect(body.length).toBeLessThanOrEqual(4_096);
    expect(() => read(body, subscribe().pair)).toThrow(/./);
    expect(() => read(body, pair, subscribe().auth)).toThrow(/./);
  }
  const lengths = ['', 'x', '가'.repeat(340)].map((text) => encryptPush(text, recipient).length);
  expect(new Set(lengths).size).toBe(1);
  // Each encryption uses fresh random values.
  expect(encryptPush('a', recipient)).not.toEqual(encryptPush('a', recipient));
});

test('a recipient is a point on the curve and sixteen bytes', () => {
  const { p256dh, auth } = subscribe();
  expect(isRecipient({ p256dh, auth })).toBe(true);
  for (const wrong of [
    { p256dh: '', auth },
    { p256dh: `${p256dh.slice(0, -4)}AAAA`, auth },
    { p256dh: Buffer.alloc(65, 4).toString('base64url'), auth },
    { p256dh, auth: randomBytes(15).toString('base64url') },
  ])
    expect(isRecipient(wrong)).toBe(false);
});

test('keys are made once, for their owner alone, and read back as they were made', async () => {
  const path = join(folder, 'keys.json');
  const publicKey = await makePushKeys(path);
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(await readPushKeys(path)).toMatchObject({ publicKey });
  expect(Buffer.from(publicKey, 'base64url')).toHaveLength(65);
  const before = readFileSync(path, 'utf8');
  await expect(makePushKeys(path)).rejects.toMatchObject({ code: 'EEXIST' });
  expect(readFileSync(path, 'utf8')).toBe(before);
  expect(await readPushKeys(join(folder, 'other.json'))).toBeNull();
});

test.each([
  ['nothing', () => ''],
  ['another thing', () => 'null'],
  ['no numbers', () => '{"publicKey":"x","privateKey":"y"}'],
  ['half of it', (own: Record<string, string>) => JSON.stringify({ publicKey: own['publicKey'] })],
  [
    'another public key',
    (own: Record<string, string>) => JSON.stringify({ ...own, publicKey: subscribe().p256dh }),
  ],
])('key file with %s: refused in one line', async (name, change) => {
  const path = join(folder, `${name}.json`);
  await makePushKeys(path);
  writeFileSync(path, change(JSON.parse(readFileSync(path, 'utf8')) as Record<string, string>));
  await expect(readPushKeys(path)).rejects.toThrow(`${path} holds no keys as operator push keys makes them`);
});

test('[NO-05] service: identified by its name; `*.` matches one or more labels below it', () => {
  const of = (endpoint: string) => serviceOf(endpoint, PUSH_SERVICES);
  expect(of('https://fcm.googleapis.com/fcm/send/x:y')).toBe('fcm.googleapis.com');
  expect(of('https://updates.push.services.mozilla.com/wpush/v2/x')).toBe('*.push.services.mozilla.com');
  expect(of('https://jmt17.google.com/fcm/send/x:y')).toBe('jmt*.google.com');
  expect(of('https://jmt0.google.com/fcm/send/x:y')).toBe('jmt*.google.com');
  expect(of('https://web.push.apple.com/Qx')).toBe('*.push.apple.com');
  expect(of('https://wns2-pn1p.notify.windows.com/w/?token=x')).toBe('*.notify.windows.com');
  for (const other of [
    'http://fcm.googleapis.com/x',
    'https://fcm.googleapis.com:444/x',
    'https://a@fcm.googleapis.com/x',
    'https://xfcm.googleapis.com/x',
    'https://jmt.google.com/x',
    'https://jmt17a.google.com/x',
    'https://jmt17.jmt17.google.com/x',
    'https://accounts.google.com/x',
    'https://jmt17.google.com.example/x',
    'https://push.services.mozilla.com/x',
    'https://xpush.services.mozilla.com/x',
    'https://notify.windows.com.example/x',
    'fcm.googleapis.com',
  ])
    expect([other, of(other)]).toEqual([other, null]);
});

test('[NO-05] [SF-42] connections: only to addresses of the public internet', async () => {
  const inside =
    '0.0.0.0 10.0.0.1 100.127.255.255 127.0.0.1 169.254.169.254 172.16.0.1 172.31.255.255 192.0.0.8 192.0.2.1 192.168.1.1 198.18.0.1 198.51.100.1 203.0.113.9 224.0.0.1 240.0.0.1 255.255.255.255 :: ::1 ::ffff:8.8.8.8 ::ffff:127.0.0.1 64:ff9b::8.8.8.8 100::1 2001::1 2001:db8::1 2002:7f00:1::1 3fff::1 fc00::1 fd12::1 fe80::1 ff02::1 5f00::1 x';
  for (const address of inside.split(' '))
    expect([address, isPublicAddress(address)]).toEqual([address, false]);
  const outside = '8.8.8.8 142.250.76.138 172.32.0.1 100.128.0.1 192.1.0.1 2404:6800:4004::200a 2620:149::1';
  for (const address of outside.split(' '))
    expect([address, isPublicAddress(address)]).toEqual([address, true]);

  const look = (addresses: string[], all: boolean) =>
    new Promise((resolve) =>
      publicLookup(async () => addresses)('host', { all }, (error, found, family) =>
        resolve(error ? error.message : [found, family]),
      ),
    );
  expect(await look(['8.8.8.8', '2620:149::1'], true)).toEqual([
    [
      { address: '8.8.8.8', family: 4 },
      { address: '2620:149::1', family: 6 },
    ],
    undefined,
  ]);
  expect(await look(['8.8.8.8'], false)).toEqual(['8.8.8.8', 4]);
  for (const refused of [[], ['8.8.8.8', '10.0.0.1'], ['::1']])
    expect(await look(refused, true)).toBe('host leads to an address that is not public');
});
