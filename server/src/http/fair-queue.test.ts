import { expect, test } from 'vitest';
import { FairQueue, type Asker, type FairBounds } from './fair-queue.ts';

const student = (name: string): Asker => ({ student: name, client: 'campus', last: false });
const unverified = (name: string, client: string): Asker => ({ student: name, client, last: true });

/** Opens a queue whose entries the test ends; `log` lists started and rejected entries. */
function openQueue(bounds: Partial<FairBounds>) {
  const queue = new FairQueue({ size: 1, waiting: 100, timeout: 60_000, retryAfter: 5, ...bounds });
  const log: string[] = [];
  const ends = new Map<string, () => void>();
  const settled = () => new Promise((resolve) => setImmediate(resolve));
  return {
    log,
    async add(name: string, asker: Asker, size = 1) {
      queue.take(asker, size).then(
        (end) => {
          log.push(name);
          ends.set(name, end);
        },
        (error: { code: string; retryAfter: number }) =>
          log.push(`${name} ${error.code} ${error.retryAfter}`),
      );
      await settled();
    },
    async end(name: string) {
      ends.get(name)?.();
      await settled();
    },
  };
}

test('queue: serves students in turn if one has many entries', async () => {
  const { add, end, log } = openQueue({});
  for (const name of ['a1', 'a2', 'a3']) await add(name, student('a'));
  await add('b1', student('b'));
  for (const name of ['a1', 'b1', 'a2']) await end(name);
  expect(log).toEqual(['a1', 'b1', 'a2', 'a3']);
});

test('unverified accounts: last, one entry each, in turn by address', async () => {
  const { add, end, log } = openQueue({});
  await add('running', student('a'));
  for (const name of ['u1', 'u2', 'u3']) await add(name, unverified(name, 'attacker'));
  await add('u1 again', unverified('u1', 'elsewhere'));
  await add('u4', unverified('u4', 'home'));
  await add('b', student('b'));
  for (const name of ['running', 'b', 'u1', 'u4', 'u2']) await end(name);
  expect(log).toEqual(['running', 'u1 again server.unavailable 5', 'b', 'u1', 'u4', 'u2', 'u3']);
});

test('large entries together leave room for small ones, which pass them', async () => {
  const { add, end, log } = openQueue({ size: 4, large: { over: 1, size: 2 } });
  await add('large', student('a'), 2);
  await add('next', student('b'), 2);
  await add('small', student('c'));
  expect(log).toEqual(['large', 'small']);
  await end('large');
  expect(log).toEqual(['large', 'small', 'next']);
});

test('unverified accounts together leave a place for a verified student', async () => {
  const { add, end, log } = openQueue({ size: 2, sizeLast: 1 });
  await add('u1', unverified('u1', 'attacker'));
  await add('u2', unverified('u2', 'home'));
  await add('a', student('a'));
  expect(log).toEqual(['u1', 'a']);
  await end('u1');
  expect(log).toEqual(['u1', 'a', 'u2']);
});

test('a full queue refuses unverified accounts, then the student with the most entries', async () => {
  const { add, log } = openQueue({ waiting: 2 });
  await add('running', student('a'));
  await add('u1', unverified('u1', 'attacker'));
  await add('a2', student('a'));
  await add('a3', student('a'));
  expect(log).toEqual(['running', 'u1 server.unavailable 5']);
  await add('b', student('b'));
  expect(log.at(-1)).toBe('a3 server.unavailable 5');
  await add('a4', student('a'));
  expect(log.at(-1)).toBe('a4 server.unavailable 5');
});

test('sizes: limited in total and per student; small entries do not overtake a large one', async () => {
  const { add, end, log } = openQueue({ size: 10, sizeEach: 6 });
  await add('a', student('a'), 5);
  await add('a again', student('a'), 2);
  await add('b', student('b'), 6);
  await add('c', student('c'), 1);
  expect(log).toEqual(['a']);
  await end('a');
  expect(log.toSorted()).toEqual(['a', 'a again', 'b', 'c']);
});

test('entry that waits beyond the timeout: refused', async () => {
  const { add, log } = openQueue({ timeout: 0 });
  await add('a', student('a'));
  await add('b', student('b'));
  await expect.poll(() => log).toEqual(['a', 'b server.unavailable 5']);
});
