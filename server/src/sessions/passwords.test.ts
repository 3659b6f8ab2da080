import type * as argon2 from '@node-rs/argon2';
import type * as os from 'node:os';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { hashPassword, verifyPassword } from './passwords.ts';

// Entries run until the test ends them; the mock counts how many run concurrently.
const running = vi.hoisted(() => ({ now: 0, most: 0, order: [] as string[], ends: [] as (() => void)[] }));

vi.mock('node:os', async (original) => ({
  ...(await original<typeof os>()),
  availableParallelism: () => 4,
}));

vi.mock('@node-rs/argon2', async (original) => {
  const wait = async (password: string) => {
    running.now += 1;
    running.most = Math.max(running.most, running.now);
    running.order.push(password);
    await new Promise<void>((resolve) => running.ends.push(resolve));
    running.now -= 1;
  };
  return {
    ...(await original<typeof argon2>()),
    hash: async (password: string) => {
      await wait(password);
      return `hash of ${password}`;
    },
    verify: async (stored: string, password: string) => {
      await wait(password);
      return stored === `hash of ${password}`;
    },
  };
});

/** Waits one turn of the event loop. */
const settle = () => new Promise((resolve) => setImmediate(resolve));

/** Ends all entries, one after the other. */
async function finish(): Promise<void> {
  for (;;) {
    await settle();
    const end = running.ends.shift();
    if (!end) return;
    end();
  }
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  Object.assign(running, { now: 0, most: 0, order: [], ends: [] });
});
afterEach(async () => {
  await finish();
  vi.useRealTimers();
});

const times = <Result>(count: number, work: (number: number) => Promise<Result>) =>
  Array.from({ length: count }, (_, number) => work(number));

test('many passwords of many clients: two are hashed at once, for every purpose', async () => {
  const hashed = times(50, (number) => hashPassword(`of ${number}`, `client ${number % 5}`));
  const verified = times(50, (number) => verifyPassword(null, `of ${number}`, `client ${number % 5}`));
  await settle();
  expect(running.now).toBe(2);
  await finish();
  expect(await Promise.all(hashed)).toEqual(hashed.map((_, number) => `hash of of ${number}`));
  expect(await Promise.all(verified)).toEqual(Array<boolean>(50).fill(false));
  expect(running.most).toBe(2);
});

test('one client floods: another waits for two of its passwords, not for all', async () => {
  const flood = times(400, () => hashPassword('flood', 'one'));
  await settle();
  const others = ['two', 'three'].map((client) => verifyPassword('hash of own', 'own', client));
  await finish();
  expect(await Promise.all(others)).toEqual([true, true]);
  expect(running.order.lastIndexOf('own')).toBeLessThan(6);
  expect(await Promise.all(flood)).toHaveLength(400);
});

test('client with five hundred waiting: gets a retry time, and others do not', async () => {
  const flood = times(502, () => hashPassword('flood', 'one'));
  const late = { code: 'server.unavailable', retryAfter: 5 };
  await expect(hashPassword('more', 'one')).rejects.toMatchObject(late);
  const other = hashPassword('own', 'two');
  await finish();
  expect(await other).toBe('hash of own');
  expect(await Promise.all(flood)).toHaveLength(502);
  const again = hashPassword('more', 'one');
  await finish();
  expect(await again).toBe('hash of more');
});

test('password: waits at most fifteen seconds for its turn; a running one ends', async () => {
  const begun = times(2, () => hashPassword('begun', 'one'));
  const waiting = times(3, () => hashPassword('waiting', 'one'));
  const outcomes = Promise.allSettled(waiting);
  await settle();
  vi.advanceTimersByTime(15_000);
  expect(await outcomes).toMatchObject(
    Array(3).fill({ status: 'rejected', reason: { code: 'server.unavailable', retryAfter: 5 } }),
  );
  await finish();
  expect(await Promise.all(begun)).toEqual(['hash of begun', 'hash of begun']);
  expect(running.order).toEqual(['begun', 'begun']);
});
