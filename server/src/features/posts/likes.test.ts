import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { doesLikeCount, isDemoted, minimumLikesToStay } from './likes.ts';

const hours = fc.double({ min: 0, max: 10_000, noNaN: true });
const given = fc.record({
  own: fc.boolean(),
  postAgeHours: hours,
  verifiedHours: fc.option(hours),
  campusAgeDays: fc.double({ min: 0, max: 5_000, noNaN: true }),
});

describe('[HL-02] which likes count', () => {
  test('never the own one, never one after 72 hours', () => {
    fc.assert(
      fc.property(given, (like) => {
        expect(doesLikeCount({ ...like, own: true })).toBe(false);
        expect(doesLikeCount({ ...like, postAgeHours: 72.001 + like.postAgeHours })).toBe(false);
      }),
    );
  });

  test('any address counts in a campus’s first 30 days, later only one verified for a day', () => {
    fc.assert(
      fc.property(given, (like) => {
        const timely = { ...like, own: false, postAgeHours: Math.min(like.postAgeHours, 72) };
        const old = like.verifiedHours !== null && like.verifiedHours >= 24;
        expect(doesLikeCount(timely)).toBe(like.campusAgeDays < 30 || old);
      }),
    );
  });

  test('a longer verified address or a younger post never makes a like count less', () => {
    fc.assert(
      fc.property(given, hours, hours, (like, longer, earlier) => {
        fc.pre(doesLikeCount(like));
        const verifiedHours = like.verifiedHours === null ? longer : like.verifiedHours + longer;
        expect(doesLikeCount({ ...like, verifiedHours })).toBe(true);
        expect(doesLikeCount({ ...like, postAgeHours: Math.max(0, like.postAgeHours - earlier) })).toBe(true);
      }),
    );
  });

  test('limits are inclusive', () => {
    const like = { own: false, postAgeHours: 72, verifiedHours: 24, campusAgeDays: 30 };
    expect(doesLikeCount(like)).toBe(true);
    expect(doesLikeCount({ ...like, postAgeHours: 72.001 })).toBe(false);
    expect(doesLikeCount({ ...like, verifiedHours: 23.999 })).toBe(false);
    expect(doesLikeCount({ ...like, verifiedHours: 23.999, campusAgeDays: 29.999 })).toBe(true);
    expect(doesLikeCount({ ...like, verifiedHours: null })).toBe(false);
  });
});

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
