import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Hub } from '../live/hub.ts';
import { AnswerCache, type SharedAnswer } from './answer-cache.ts';

/** Notifications sent to other processes, and how theirs arrive. */
const told: string[] = [];
let hear: (tags: string) => void;
let lose: () => void;
const hub = {
  on(_topic: string, listener: { onSignal: (tags: string) => void; onGap: () => void }) {
    ({ onSignal: hear, onGap: lose } = listener);
  },
  tell: (_topic: string, tags: string) => void told.push(tags),
} as unknown as Hub;

let cache: AnswerCache;
beforeEach(() => {
  told.length = 0;
  cache = new AnswerCache(hub, true);
});
afterEach(() => vi.useRealTimers());

/** Returns fills that the test completes one by one. */
function makeFills(tags: readonly string[] = ['a']) {
  const waiting: ((answer: SharedAnswer) => void)[] = [];
  const fill = () => new Promise<SharedAnswer>((resolve) => waiting.push(resolve));
  return {
    fill,
    begun: () => waiting.length,
    end: (index: number) => waiting[index]?.({ json: String(index), tags: () => tags }),
  };
}

test('concurrent reads during a fill: share it, and later ones get its result', async () => {
  const fills = makeFills();
  const asked = [cache.get('key', fills.fill), cache.get('key', fills.fill), cache.get('key', fills.fill)];
  fills.end(0);
  const answers = await Promise.all([...asked, cache.get('key', fills.fill)]);
  expect([fills.begun(), ...answers.map(({ body }) => body.toString())]).toEqual([1, '0', '0', '0', '0']);
  expect(cache.peek('key')?.etag).toMatch(/^W\/"[\w-]{27}"$/);
});

test('invalidation: removes entries with one of its tags and notifies the other processes', async () => {
  for (const [key, tags] of [
    ['one', ['a', 'b']],
    ['two', ['b']],
    ['three', ['c']],
  ] as const)
    await cache.get(key, async () => ({ json: '1', tags: () => tags }));
  cache.invalidate(['b']);
  cache.invalidate(['d', 'b']);
  expect(['one', 'two', 'three'].map((key) => cache.peek(key) !== undefined)).toEqual([false, false, true]);
  // An answer, its key, and the approximate overhead of an entry.
  expect(cache.bytes).toBe(1 + 'three'.length + 1_024);
  expect(told).toEqual(['b', 'd', 'b']);
});

test('fill begun before an invalidation: not cached, and not served to later reads', async () => {
  const fills = makeFills();
  const before = cache.get('key', fills.fill);
  cache.invalidate(['a']);
  const after = cache.get('key', fills.fill);
  expect(fills.begun()).toBe(2);
  fills.end(1);
  expect((await after).body.toString()).toBe('1');
  fills.end(0);
  expect((await before).body.toString()).toBe('0');
  expect(cache.peek('key')?.body.toString()).toBe('1');
});

test('fill concurrent with the invalidation of another key: cached', async () => {
  const fills = makeFills();
  const asked = cache.get('key', fills.fill);
  cache.invalidate(['other']);
  fills.end(0);
  await asked;
  expect(cache.peek('key')).toBeDefined();
});

test('more invalidations than remembered: discard the fills in progress', async () => {
  const fills = makeFills();
  const asked = cache.get('key', fills.fill);
  for (let other = 0; other < 10_100; other += 1) cache.invalidate([`other ${other}`]);
  fills.end(0);
  await asked;
  expect(cache.peek('key')).toBeUndefined();
});

test('invalidation by another process: removed here too; after a gap everything is', async () => {
  const fill = async () => ({ json: '1', tags: () => ['a'] });
  await cache.get('key', fill);
  hear('x');
  expect(cache.peek('key')).toBeDefined();
  hear('a');
  expect(cache.peek('key')).toBeUndefined();
  await cache.get('key', fill);
  lose();
  expect([cache.peek('key'), told]).toEqual([undefined, []]);
});

test('answer: lives a second from the start of its fill', async () => {
  vi.useFakeTimers({ now: 0, toFake: ['Date'] });
  const fills = makeFills();
  const asked = cache.get('key', fills.fill);
  vi.setSystemTime(700);
  fills.end(0);
  await asked;
  vi.setSystemTime(999);
  expect(cache.peek('key')).toBeDefined();
  vi.setSystemTime(1_000);
  expect(cache.peek('key')).toBeUndefined();
});

test('a browser that has just written bypasses the cache', async () => {
  const fills = makeFills();
  const first = cache.get('key', fills.fill);
  fills.end(0);
  await first;
  const second = cache.get('key', fills.fill, true);
  fills.end(1);
  expect((await second).body.toString()).toBe('1');
  expect(cache.peek('key')?.body.toString()).toBe('1');
});

test('uncacheable answers, or caching off: not cached; a failed fill is tried again', async () => {
  await cache.get('key', async () => ({ json: '1', tags: null }));
  expect(cache.peek('key')).toBeUndefined();
  const without = new AnswerCache(hub, false);
  const fills = makeFills();
  const asked = [without.get('key', fills.fill), without.get('key', fills.fill)];
  fills.end(0);
  fills.end(1);
  expect((await Promise.all(asked)).map(({ body, etag }) => [body.toString(), etag])).toEqual([
    ['0', null],
    ['1', null],
  ]);
  await expect(cache.get('failing', () => Promise.reject(new Error('down')))).rejects.toThrow('down');
  await expect(cache.get('failing', async () => ({ json: '2', tags: () => [] }))).resolves.toBeDefined();
});

test('memory: limited; the oldest answers are evicted', async () => {
  const json = 'x'.repeat(8 * 1024 * 1024);
  for (let key = 0; key < 12; key += 1)
    await cache.get(String(key), async () => ({ json, tags: () => ['a'] }));
  expect(cache.bytes).toBeLessThanOrEqual(64 * 1024 * 1024);
  expect([cache.peek('0'), cache.peek('11')?.length]).toEqual([undefined, json.length]);
});

test('keys count too: among long keys the oldest are evicted', async () => {
  vi.useFakeTimers({ now: Date.now(), toFake: ['Date'] });
  const key = (number: number) => `${number} ${'x'.repeat(1024 * 1024)}`;
  for (let number = 0; number < 70; number += 1)
    await cache.get(key(number), async () => ({ json: '1', tags: () => [] }));
  expect(cache.bytes).toBeLessThanOrEqual(64 * 1024 * 1024);
  expect([cache.peek(key(0)), cache.peek(key(69))?.length]).toEqual([undefined, 1]);
});
