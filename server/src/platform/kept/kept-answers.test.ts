import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Hub } from '../live/hub.ts';
import { KeptAnswers, type SharedAnswer } from './kept-answers.ts';

/** What was told to other processes, and how they tell us. */
const told: string[] = [];
let hear: (tags: string) => void;
let lose: () => void;
const hub = {
  on(_topic: string, listener: { onSignal: (tags: string) => void; onGap: () => void }) {
    ({ onSignal: hear, onGap: lose } = listener);
  },
  tell: (_topic: string, tags: string) => void told.push(tags),
} as unknown as Hub;

let kept: KeptAnswers;
beforeEach(() => {
  told.length = 0;
  kept = new KeptAnswers(hub, true);
});
afterEach(() => vi.useRealTimers());

/** Fills that are let go one by one. */
function makeFills(tags: readonly string[] = ['a']) {
  const waiting: ((answer: SharedAnswer) => void)[] = [];
  const fill = () => new Promise<SharedAnswer>((resolve) => waiting.push(resolve));
  return {
    fill,
    begun: () => waiting.length,
    end: (index: number) => waiting[index]?.({ json: String(index), tags: () => tags }),
  };
}

test('all who ask while a fill is on its way share it, and later ones get what it brought', async () => {
  const fills = makeFills();
  const asked = [kept.ask('key', fills.fill), kept.ask('key', fills.fill), kept.ask('key', fills.fill)];
  fills.end(0);
  const answers = await Promise.all([...asked, kept.ask('key', fills.fill)]);
  expect([fills.begun(), ...answers.map(({ body }) => body.toString())]).toEqual([1, '0', '0', '0', '0']);
  expect(kept.peek('key')?.etag).toMatch(/^W\/"[\w-]{27}"$/);
});

test('a drop takes what carries one of its tags and tells the others', async () => {
  for (const [key, tags] of [
    ['one', ['a', 'b']],
    ['two', ['b']],
    ['three', ['c']],
  ] as const)
    await kept.ask(key, async () => ({ json: '1', tags: () => tags }));
  kept.drop(['b']);
  kept.drop(['d', 'b']);
  expect(['one', 'two', 'three'].map((key) => kept.peek(key) !== undefined)).toEqual([false, false, true]);
  expect(kept.bytes).toBe(1);
  expect(told).toEqual(['b', 'd', 'b']);
});

test('a fill that began before a drop is not kept, and nobody who asks after the drop gets it', async () => {
  const fills = makeFills();
  const before = kept.ask('key', fills.fill);
  kept.drop(['a']);
  const after = kept.ask('key', fills.fill);
  expect(fills.begun()).toBe(2);
  fills.end(1);
  expect((await after).body.toString()).toBe('1');
  fills.end(0);
  expect((await before).body.toString()).toBe('0');
  expect(kept.peek('key')?.body.toString()).toBe('1');
});

test('a fill that another thing’s drop overtook is kept', async () => {
  const fills = makeFills();
  const asked = kept.ask('key', fills.fill);
  kept.drop(['other']);
  fills.end(0);
  await asked;
  expect(kept.peek('key')).toBeDefined();
});

test('more drops than are remembered throw away the fills on their way', async () => {
  const fills = makeFills();
  const asked = kept.ask('key', fills.fill);
  for (let drop = 0; drop < 10_100; drop += 1) kept.drop([`other ${drop}`]);
  fills.end(0);
  await asked;
  expect(kept.peek('key')).toBeUndefined();
});

test('what another process says is dropped here, and after a gap everything', async () => {
  const fill = async () => ({ json: '1', tags: () => ['a'] });
  await kept.ask('key', fill);
  hear('x');
  expect(kept.peek('key')).toBeDefined();
  hear('a');
  expect(kept.peek('key')).toBeUndefined();
  await kept.ask('key', fill);
  lose();
  expect([kept.peek('key'), told]).toEqual([undefined, []]);
});

test('an answer lives a second from the beginning of its fill', async () => {
  vi.useFakeTimers({ now: 0, toFake: ['Date'] });
  const fills = makeFills();
  const asked = kept.ask('key', fills.fill);
  vi.setSystemTime(700);
  fills.end(0);
  await asked;
  vi.setSystemTime(999);
  expect(kept.peek('key')).toBeDefined();
  vi.setSystemTime(1_000);
  expect(kept.peek('key')).toBeUndefined();
});

test('a browser that has just written goes past what is kept', async () => {
  const fills = makeFills();
  const first = kept.ask('key', fills.fill);
  fills.end(0);
  await first;
  const second = kept.ask('key', fills.fill, true);
  fills.end(1);
  expect((await second).body.toString()).toBe('1');
  expect(kept.peek('key')?.body.toString()).toBe('1');
});

test('what is not worth keeping is not kept, nor anything when keeping is off; a failed fill is asked again', async () => {
  await kept.ask('key', async () => ({ json: '1', tags: null }));
  expect(kept.peek('key')).toBeUndefined();
  const without = new KeptAnswers(hub, false);
  const fills = makeFills();
  const asked = [without.ask('key', fills.fill), without.ask('key', fills.fill)];
  fills.end(0);
  fills.end(1);
  expect((await Promise.all(asked)).map(({ body, etag }) => [body.toString(), etag])).toEqual([
    ['0', null],
    ['1', null],
  ]);
  await expect(kept.ask('failing', () => Promise.reject(new Error('down')))).rejects.toThrow('down');
  await expect(kept.ask('failing', async () => ({ json: '2', tags: () => [] }))).resolves.toBeDefined();
});

test('memory is bounded: the oldest answers go', async () => {
  const json = 'x'.repeat(8 * 1024 * 1024);
  for (let key = 0; key < 12; key += 1)
    await kept.ask(String(key), async () => ({ json, tags: () => ['a'] }));
  expect(kept.bytes).toBeLessThanOrEqual(64 * 1024 * 1024);
  expect([kept.peek('0'), kept.peek('11')?.length]).toEqual([undefined, json.length]);
});
