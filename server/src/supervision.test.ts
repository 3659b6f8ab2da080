import fc from 'fast-check';
import { expect, test } from 'vitest';
import { countConnections, isHopeless, planNext } from './supervision.ts';

test('a process that served for a while is replaced at once, one that hardly came up after growing pauses', () => {
  const now = 1_000_000;
  expect(planNext({ readyAt: now - 10_000, failures: 5, now })).toEqual({ failures: 0, pause: 0 });
  let failures = 0;
  const pauses = Array.from({ length: 7 }, () => {
    const plan = planNext({ readyAt: null, failures, now });
    failures = plan.failures;
    return plan.pause;
  });
  expect(pauses).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000]);
  expect(planNext({ readyAt: now - 9_999, failures: 0, now }).pause).toBe(1_000);
});

test('pauses never shrink while a place fails and never exceed half a minute', () => {
  fc.assert(
    fc.property(fc.nat(5_000), (failures) => {
      const [one, next] = [failures, failures + 1].map((count) =>
        planNext({ readyAt: null, failures: count, now: 0 }),
      );
      expect(next?.pause).toBeGreaterThanOrEqual(one?.pause ?? Infinity);
      expect(next?.pause).toBeLessThanOrEqual(30_000);
    }),
  );
});

test('the whole is given up only when nobody is ready and nobody was for half a minute', () => {
  expect(isHopeless({ ready: 0, lastReadyAt: 0, now: 30_000 })).toBe(true);
  expect(isHopeless({ ready: 0, lastReadyAt: 0, now: 29_999 })).toBe(false);
  expect(isHopeless({ ready: 1, lastReadyAt: 0, now: 900_000 })).toBe(false);
});

test('connections are counted for one process more, which is there during a reload', () => {
  expect(countConnections(2, 21)).toBe(63);
});
