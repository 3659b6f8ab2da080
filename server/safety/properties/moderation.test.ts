import {
  AGE_RULE_AFTER_DAYS,
  HIDES_ALONE_A_DAY,
  judge,
  mainReason,
  REPORT_REASONS,
  REPORTER_AGE_DAYS,
  URGENT_REASONS,
  type Circumstances,
  type Report,
} from '@madang/contract/moderation/rules';
import fc from 'fast-check';
import { expect, test } from 'vitest';

// Properties of the rules for any reports. A failure prints the seed that repeats it.

const reason = fc.constantFrom(...REPORT_REASONS);
const voice: fc.Arbitrary<Report> = fc.record({
  source: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'),
  reason,
  verified: fc.boolean(),
  ageDays: fc.double({ min: 0, max: 20, noNaN: true }),
  overturned: fc.boolean(),
});
const circumstances: fc.Arbitrary<Circumstances> = fc.record({
  hideAt: fc.integer({ min: 2, max: 6 }),
  campusAgeDays: fc.double({ min: 0, max: 60, noNaN: true }),
  protectedReasons: fc.uniqueArray(reason, { maxLength: 3 }),
  byOperator: fc.boolean(),
});
const reports = fc.array(voice, { minLength: 1, maxLength: 12 });
const hidAlone = fc.integer({ min: 0, max: 5 });

test('[MO-02] [SF-39] target: hidden by enough sources of counting reports, or by one urgent report', () => {
  fc.assert(
    fc.property(reports, circumstances, hidAlone, (voices, around, earlier) => {
      const made = voices.at(-1) as Report;
      const counts = (one: Report) =>
        one.verified &&
        !one.overturned &&
        (around.campusAgeDays < AGE_RULE_AFTER_DAYS || one.ageDays >= REPORTER_AGE_DAYS) &&
        !around.protectedReasons.includes(one.reason);
      const sources = new Set(voices.filter(counts).map(({ source }) => source)).size;
      const possible = !around.byOperator && counts(made);
      const urgent = URGENT_REASONS.includes(made.reason) && earlier < HIDES_ALONE_A_DAY;
      const expected = !possible
        ? 'stays'
        : sources >= around.hideAt
          ? 'hiddenByMany'
          : urgent
            ? 'hiddenByOne'
            : 'stays';
      expect(judge(made, voices, around, earlier)).toBe(expected);
    }),
    { numRuns: 5_000 },
  );
});

test('main reason: one of the given ones, and none was given more often', () => {
  fc.assert(
    fc.property(reports, (voices) => {
      const told = mainReason(voices);
      const count = (name: string) => voices.filter((one) => one.reason === name).length;
      expect(count(told)).toBe(Math.max(...REPORT_REASONS.map(count)));
    }),
  );
});
