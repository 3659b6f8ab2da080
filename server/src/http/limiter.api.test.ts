import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { openTestDatabase } from '../../testing/test-database.ts';
import { createLog } from '../log/log.ts';
import { Limiter } from './limiter.ts';

test('two processes together allow at most 1.5 times a limit, and never less than it', async () => {
  const { database } = await openTestDatabase();
  const limiters = [0, 1].map(() => new Limiter(database, createLog('silent')));
  try {
    for (const max of [4, 10, 41]) {
      const limit = { name: `test ${max}`, max, seconds: 86_400 };
      const subject = randomUUID();
      const calls = limiters.flatMap((limiter) =>
        Array.from({ length: max * 2 }, () => limiter.take(limit, subject)),
      );
      const taken = await Promise.all(calls);
      const allowed = taken.filter((wait) => wait === null).length;
      expect(allowed).toBeGreaterThanOrEqual(max);
      expect(allowed).toBeLessThanOrEqual(max * 1.5);
    }
  } finally {
    for (const limiter of limiters) await limiter.close();
    await database.close();
  }
});

test('[SF-43] a limit that is not shared refuses, and leaves nothing in the database', async () => {
  const { database } = await openTestDatabase();
  const limiter = new Limiter(database, createLog('silent'));
  try {
    const [shared, unshared] = [
      { name: 'shared', max: 2, seconds: 86_400 },
      { name: 'unshared', max: 2, seconds: 86_400, unshared: true },
    ];
    for (const limit of [shared, unshared]) {
      const waits = [];
      for (let turn = 0; turn < 3; turn += 1) waits.push(await limiter.take(limit, 'subject'));
      expect(waits).toEqual([null, null, expect.any(Number)]);
    }
    await limiter.close();
    expect(await database.rows('SELECT count FROM rate_limits')).toEqual([{ count: 2 }]);
  } finally {
    await database.close();
  }
});

test('count returned after its window: leaves the next window unchanged', async () => {
  const { database } = await openTestDatabase();
  const limiter = new Limiter(database, createLog('silent'));
  try {
    const limit = { name: 'given back', max: 5, seconds: 86_400 };
    const now = Date.now();
    for (let turn = 0; turn < 2; turn += 1) await limiter.take(limit, 'subject');
    limiter.giveBack(limit, 'subject', now - 86_400_000);
    expect(await limiter.read(limit, 'subject')).toBe(2);
    limiter.giveBack(limit, 'subject', now);
    expect(await limiter.read(limit, 'subject')).toBe(1);
  } finally {
    await limiter.close();
    await database.close();
  }
});
