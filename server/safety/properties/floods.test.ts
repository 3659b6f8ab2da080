import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  AGE_RULE_AFTER_DAYS,
  FIRST_DAY,
  FLOOD_RULES,
  isAskedAbout,
  paceWait,
  readFloodRules,
  repeatKey,
} from '@madang/contract/moderation/rules';

const days = fc.double({ min: 0, max: 1_000, noNaN: true });
const seconds = fc.double({ min: 0, max: 10 * FIRST_DAY, noNaN: true });
const count = fc.nat({ max: 1_000 });

describe('paceWait', () => {
  it('allows everyone to write on a new campus, and every account after its first day', () => {
    fc.assert(
      fc.property(days, seconds, count, count, (campusAgeDays, accountAge, written, most) => {
        const wait = paceWait({ campusAgeDays, accountAge }, written, most);
        if (campusAgeDays < AGE_RULE_AFTER_DAYS || accountAge >= FIRST_DAY || written < most)
          expect(wait).toBeNull();
        else {
          expect(wait).toBeGreaterThanOrEqual(1);
          // After the wait, any text may be written.
          expect(paceWait({ campusAgeDays, accountAge: accountAge + (wait ?? 0) }, written, most)).toBeNull();
          expect(wait ?? 0).toBeLessThanOrEqual(FIRST_DAY);
        }
      }),
    );
  });
});

describe('repeatKey', () => {
  it('same key for any spacing and case', () => {
    const words = fc.array(fc.stringMatching(/^[가-힣a-z0-9]{1,8}$/), { minLength: 1, maxLength: 8 });
    const gap = fc.constantFrom(' ', '  ', '\n', '\t', '\u200b ', ' \u00a0');
    fc.assert(
      fc.property(words, gap, gap, (parts, one, other) => {
        const key = repeatKey(parts.join(one));
        expect(repeatKey(parts.join(other).toUpperCase())).toBe(key);
        expect(repeatKey(`${other}${parts.join('')}${one}`)).toBe(key);
        expect(repeatKey(key)).toBe(key);
      }),
    );
  });

  it('distinguishes other words', () => {
    expect(repeatKey('오늘 자리 있어요?')).not.toBe(repeatKey('내일 자리 있어요?'));
  });
});

describe('isAskedAbout', () => {
  it('never asks for short thanks, spaced or not', () => {
    for (const body of ['ㅋㅋ', '감사합니다', '감 사 합 니 다 !         ', ' \u200b'.repeat(40), ''])
      expect([body, isAskedAbout(body, FLOOD_RULES)]).toEqual([body, false]);
    expect(isAskedAbout('가'.repeat(FLOOD_RULES.repeatLetters), FLOOD_RULES)).toBe(true);
    expect(isAskedAbout('🦌'.repeat(FLOOD_RULES.repeatLetters - 1), FLOOD_RULES)).toBe(false);
  });
});

describe('readFloodRules', () => {
  it('uses the values of a campus, and defaults for the others', () => {
    expect(readFloodRules()).toEqual(FLOOD_RULES);
    expect(readFloodRules({ repeatMinutes: 0, repeatLetters: undefined })).toEqual({
      ...FLOOD_RULES,
      repeatMinutes: 0,
    });
  });
});
