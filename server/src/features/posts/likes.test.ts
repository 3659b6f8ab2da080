import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isDemoted, minimumLikesToStay } from './likes.ts';

test('[HL-02] demotion: fewer than five of ten, within the hour; an entry of an operator never', () => {
  const entry = { counted: 4, least: minimumLikesToStay(10), promotedHoursAgo: 1 };
  expect(isDemoted(entry)).toBe(true);
  expect(isDemoted({ ...entry, counted: 5 })).toBe(false);
  expect(isDemoted({ ...entry, promotedHoursAgo: 1.001 })).toBe(false);
  expect(isDemoted({ ...entry, least: null, counted: 0 })).toBe(false);
});

test('[HL-02] just promoted post: never demoted without a change, whatever the campus’s settings', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 10_000 }), fc.nat(10_000), (threshold, counted) => {
      const least = minimumLikesToStay(threshold);
      expect(least).toBeLessThanOrEqual(5);
      fc.pre(counted >= threshold);
      expect(isDemoted({ counted, least, promotedHoursAgo: 0 })).toBe(false);
    }),
  );
});
