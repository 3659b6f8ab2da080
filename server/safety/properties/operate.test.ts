import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fromLocalTime, planProblem, toLocalTime } from '@madang/contract/admin/rules';

const ZONES = [
  'Asia/Seoul',
  'UTC',
  'America/New_York',
  'Europe/London',
  'Australia/Lord_Howe',
  'Asia/Kathmandu',
];
const minute = fc.integer({
  min: Date.UTC(2000, 0, 2) / 60_000,
  max: Date.UTC(2099, 11, 30) / 60_000,
});
const instantOf = (at: number) => new Date(at * 60_000).toISOString();

test('[MO-14] a time of the campus is one instant, there and back', () => {
  expect(fromLocalTime('2026-11-23T09:30', 'Asia/Seoul')).toBe('2026-11-23T00:30:00.000Z');
  expect(toLocalTime('2026-11-23T00:30:00.000Z', 'Asia/Seoul')).toBe('2026-11-23T09:30');
  expect(fromLocalTime('2026-11-23T00:00', 'Asia/Seoul')).toBe('2026-11-22T15:00:00.000Z');
  for (const nothing of ['', '2026-11', 'tomorrow', '2026-02-31T25:00'])
    expect(fromLocalTime(nothing, 'Asia/Seoul')).toBeNull();
  fc.assert(
    fc.property(minute, fc.constantFrom(...ZONES), (at, zone) => {
      const local = toLocalTime(instantOf(at), zone);
      const back = fromLocalTime(local, zone) ?? '';
      // A repeated hour at the end of summer time means its first occurrence.
      expect(toLocalTime(back, zone)).toBe(local);
      expect(Date.parse(back)).toBeLessThanOrEqual(at * 60_000);
      expect(at * 60_000 - Date.parse(back)).toBeLessThanOrEqual(3_600_000);
    }),
  );
});

test('skipped hour: shifts later by the gap; a repeated hour is the first', () => {
  expect(fromLocalTime('2026-03-08T02:30', 'America/New_York')).toBe('2026-03-08T07:30:00.000Z');
  expect(fromLocalTime('2026-11-01T01:30', 'America/New_York')).toBe('2026-11-01T05:30:00.000Z');
});

test('[MO-14] end: must be after now and the begin; no plan may exceed its century', () => {
  fc.assert(
    fc.property(minute, fc.option(minute), fc.option(minute), (now, begins, ends) => {
      const plan = {
        beginsAt: begins === null ? null : instantOf(begins),
        endsAt: ends === null ? null : instantOf(ends),
      };
      const early = ends !== null && (ends <= now || (begins !== null && ends <= begins));
      expect(planProblem(plan, now * 60_000)).toEqual({
        beginsAt: null,
        endsAt: early ? 'end.early' : null,
      });
    }),
  );
  const far = { beginsAt: '2100-01-01T00:00:00.000Z', endsAt: '1999-12-31T23:59:00.000Z' };
  expect(planProblem(far, 0)).toEqual({ beginsAt: 'invalid', endsAt: 'invalid' });
});
