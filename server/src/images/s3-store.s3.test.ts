import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, expect, inject, test } from 'vitest';
import { faults, openFaultyStore, type FaultyStore } from '../../testing/faulty-store.ts';
import { s3UrlOf, SWIFT } from '../../testing/swift.ts';
import { settingsOf } from '../../testing/test-images.ts';
import { ImageStoreError } from './image-store.ts';
import { S3Store } from './s3-store.ts';

let way: FaultyStore;
beforeAll(async () => {
  way = await openFaultyStore(inject('swift'));
});
afterEach(() => way.restore());
afterAll(() => way.close());

/** Opens an empty part of the bucket, one per test. */
function open(options: { timeout?: number; page?: number } = {}, prefix = `${randomUUID()}/`): S3Store {
  return new S3Store({ ...settingsOf(s3UrlOf(way.origin, 'pictures')), prefix }, options);
}

async function keysOf(store: S3Store): Promise<string[]> {
  const keys: string[] = [];
  for await (const key of store.list()) keys.push(key);
  return keys;
}

/** Returns the failure's kind and message. */
async function failureOf(work: Promise<unknown>): Promise<[string, string]> {
  const error = await work.then(
    () => new Error('it succeeded'),
    (reason: Error) => reason,
  );
  if (!(error instanceof ImageStoreError)) throw error;
  expect(error.message).not.toContain(SWIFT.secret);
  expect(error.message).not.toMatch(/\n|test:app/);
  return [error.kind, error.message];
}

test('image: returned as stored, replaced by the next, null if missing', async () => {
  const store = open();
  const bytes = Buffer.from(Array.from({ length: 70_000 }, (_, index) => (index * 7) % 256));
  await store.put('posts/a/b/large.webp', bytes);
  expect((await store.get('posts/a/b/large.webp'))?.equals(bytes)).toBe(true);
  await store.put('posts/a/b/large.webp', Buffer.from('other'));
  expect((await store.get('posts/a/b/large.webp'))?.toString()).toBe('other');
  expect(await store.get('posts/a/b')).toBeNull();
  await expect(store.get('../other/key')).rejects.toThrow('not an image key');
});

test('names come page after page, each once, and only those below the prefix', async () => {
  const prefix = `${randomUUID()}/`;
  const store = open({ page: 2 }, prefix);
  const neighbour = open({}, `${prefix.slice(0, -1)}-other/`);
  await neighbour.put('posts/not/ours.webp', Buffer.from('x'));
  expect(await keysOf(store)).toEqual([]);
  const keys = [
    'EventImg/1.png',
    'posts/a/1/large.webp',
    'posts/a/1/small.webp',
    'posts/a/2/large.webp',
    'posts/b.webp',
  ];
  for (const key of keys) await store.put(key, Buffer.from(key));
  expect(await keysOf(store)).toEqual(keys);
  expect(await keysOf(neighbour)).toEqual(['posts/not/ours.webp']);
});

test('removing takes a key and all below it, and nothing that only begins alike', async () => {
  const store = open({ page: 2 });
  const below = [1, 2, 3, 4, 5].map((number) => `posts/a/${number}.webp`);
  for (const key of [...below, 'posts/a.webp', 'posts/ab/1.webp']) await store.put(key, Buffer.from('x'));
  await store.remove('posts/a');
  expect(await keysOf(store)).toEqual(['posts/a.webp', 'posts/ab/1.webp']);
  await store.remove('posts/a.webp');
  await store.remove('posts/a.webp');
  expect(await keysOf(store)).toEqual(['posts/ab/1.webp']);
});

test.each([
  ['key', { keyId: 'test:nobody' }, 'does not take this key with this secret (403 '],
  ['secret', { secret: 'another' }, 'does not take this key with this secret (403 SignatureDoesNotMatch)'],
  ['region', { region: 'eu-west-1' }, 'in another region than eu-west-1 (400 AuthorizationHeaderMalformed)'],
])('a wrong %s is named, once and without another try', async (_, wrong, words) => {
  const store = new S3Store(settingsOf(s3UrlOf(way.origin, 'pictures', wrong)));
  way.asked.length = 0;
  const [kind, message] = await failureOf(store.examine());
  expect([kind, message]).toEqual(['settings', expect.stringContaining(words)]);
  expect(way.asked).toHaveLength(1);
});

test('missing bucket: named for every caller, and no missing picture', async () => {
  const store = new S3Store(settingsOf(s3UrlOf(way.origin, 'elsewhere')));
  for (const work of [
    () => store.examine(),
    () => store.get('a/b'),
    () => store.put('a/b', Buffer.from('x')),
    () => store.remove('a'),
  ])
    expect(await failureOf(work())).toEqual(['settings', expect.stringContaining('has no bucket elsewhere')]);
});

test('expired credentials, wrong clock and missing rights: reported as such', async () => {
  const store = open();
  for (const [status, code, words] of [
    [400, 'ExpiredToken', 'has expired'],
    [403, 'RequestTimeTooSkewed', 'different times'],
    [403, 'AccessDenied', 'too little'],
    [301, 'PermanentRedirect', 'another region'],
  ] as const) {
    way.fail(faults.error(status, code));
    expect(await failureOf(store.get('a/b'))).toEqual(['settings', expect.stringContaining(words)]);
  }
});

test.each([
  ['answers 503', faults.down, 'answers 503 SlowDown'],
  ['resets the connection', faults.reset, 'ECONNRESET'],
  ['cuts a body short', faults.cut, ''],
  ['cuts a body of unknown length short', faults.cutUnsaid, ''],
])('store that %s: tried again once only', async (_, fault, words) => {
  const store = open();
  const bytes = Buffer.from('whole');
  way.fail(fault, 1);
  await store.put('posts/a.webp', bytes);
  way.fail(fault, 1);
  expect(await store.get('posts/a.webp')).toEqual(bytes);
  way.fail(fault, 1);
  expect(await keysOf(store)).toEqual(['posts/a.webp']);
  way.fail(fault, 1);
  await store.remove('posts/a.webp');
  way.asked.length = 0;
  way.fail(fault);
  expect(await failureOf(store.get('posts/a.webp'))).toEqual(['unavailable', expect.stringContaining(words)]);
  expect(way.asked).toHaveLength(2);
});

test.each([
  ['says nothing', faults.silent],
  ['begins and never goes on', faults.drip],
])('a store that %s is waited for twice as long as one try may take', async (_, fault) => {
  const store = open({ timeout: 200 });
  way.fail(fault);
  for (const work of [
    () => store.get('a/b'),
    () => store.put('a/b', Buffer.from('x')),
    () => store.remove('a/b'),
  ]) {
    const began = performance.now();
    expect(await failureOf(work())).toEqual(['unavailable', expect.stringContaining('no answer in time')]);
    expect(performance.now() - began).toBeLessThan(2_000);
  }
});

test.each([
  ['drops what is put', faults.drops],
  ['halves it', faults.halves],
  ['empties it', faults.empties],
  ['gives back other bytes', faults.mangles],
  ['is a page', faults.page],
])('a picture is not stored where what answers 200 %s', async (_, fault) => {
  const store = open();
  way.fail(fault);
  expect(await failureOf(store.put('posts/a.webp', Buffer.from('whole')))).toEqual([
    'damaged',
    expect.stringContaining('comes back in other bytes than were stored'),
  ]);
});

test('a picture that the store has no sum of must not end early', async () => {
  const store = open();
  const [webp, png] = await Promise.all([
    sharp({ create: { width: 40, height: 30, channels: 3, background: 'red' } })
      .webp()
      .toBuffer(),
    sharp({ create: { width: 40, height: 30, channels: 3, background: 'red' } })
      .png()
      .toBuffer(),
  ]);
  for (const [key, whole] of [
    ['posts/a.webp', webp],
    ['EventImg/1.png', png],
  ] as const) {
    for (const body of [whole.subarray(0, -1), whole.subarray(0, whole.length / 2), Buffer.alloc(0)]) {
      way.fail((__, outgoing) => void outgoing.writeHead(200).end(body));
      expect((await failureOf(store.get(key)))[0]).toBe('damaged');
    }
    way.fail((__, outgoing) => void outgoing.writeHead(200).end(whole));
    expect(await store.get(key)).toEqual(whole);
  }
});

test('answers that are no store’s: neither lose a picture nor report it missing', async () => {
  const store = open();
  await store.put('posts/a.webp', Buffer.from('x'));
  for (const fault of [faults.page, faults.away]) {
    way.fail(fault);
    await expect(failureOf(keysOf(store))).resolves.toEqual(['settings', expect.any(String)]);
    await expect(failureOf(store.remove('posts'))).resolves.toEqual(['settings', expect.any(String)]);
  }
  way.restore();
  expect(await keysOf(store)).toEqual(['posts/a.webp']);
});

test('hanging store: holds at most two hundred requests per process; the next fails at once', async () => {
  const store = open({ timeout: 1_500 });
  way.fail(faults.silent);
  const hanging = Array.from({ length: 200 }, () => failureOf(store.get('a/b')));
  const began = performance.now();
  await expect(store.get('a/b')).rejects.toMatchObject({ code: 'server.unavailable' });
  expect(performance.now() - began).toBeLessThan(500);
  await Promise.all(hanging);
  way.restore();
  expect(await store.get('a/b')).toBeNull();
});
