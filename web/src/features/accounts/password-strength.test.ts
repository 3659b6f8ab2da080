import fc from 'fast-check';
import { expect, it } from 'vitest';
import { COMMON_WORDS, estimateStrength, toKeys } from './password-strength.ts';

const easy = `
  abc123 qwer1234 1q2w3e4r asdf1234 qwerty 1qaz2wsx zxcvbn Password1! P@ssw0rd
  111111 aaaaaaaa abcabcabc 12341234 20040317 040317 2026korea abcdef1 123qwe!@#
  dkssud dkssud12 tkfkdgo1 rhfueo1905 안녕1234 사랑해요111 ㅂㅈㄷㄱ1234
`
  .trim()
  .split(/\s+/);

it('common passwords, key rows, repeats, years and Korean habits are rated weak', () => {
  expect(easy.filter((password) => estimateStrength(password) !== 1)).toEqual([]);
});

it.each([
  ['12345', 0],
  ['k7Pw2xQz', 2],
  ['창가자리좋아', 3],
  ['Tiger-2026-Anam-9', 2],
  ['correct horse', 3],
  ['정문 앞 은행나무 세 그루', 3],
] as const)('%s is worth %i', (password, strength) => {
  expect(estimateStrength(password)).toBe(strength);
});

it('the own name, nickname and address are worth next to nothing, whichever layout they are typed on', () => {
  const own = ['김고대', '안암호랑이', 'tiger.kim99@korea.ac.kr'];
  const made = ['김고대123', 'rlarheo99', '안암호랑이!', 'dksdkaghfkddl1', 'tiger.kim99', 'tiger!kim99'];
  expect(made.filter((password) => estimateStrength(password, own) !== 1)).toEqual([]);
  fc.assert(
    fc.property(fc.stringMatching(/^[가-힣]{2,10}$/), fc.stringMatching(/^\d{0,4}$/), (nickname, digits) => {
      fc.pre([...nickname].length + digits.length >= 6);
      for (const password of [nickname + digits, toKeys(nickname) + digits])
        expect(estimateStrength(password, [nickname])).toBe(1);
    }),
  );
});

it('repeats and common words with a digit behind them are never more than weak', () => {
  const words = COMMON_WORDS.filter(({ length }) => length >= 6);
  const key = fc.stringMatching(/^[a-zA-Z0-9]$/);
  fc.assert(
    fc.property(fc.constantFrom(...words), fc.stringMatching(/^\d?$/), (word, digit) => {
      expect(estimateStrength(word + digit)).toBe(1);
    }),
  );
  fc.assert(
    fc.property(key, fc.integer({ min: 6, max: 128 }), (one, times) => {
      expect(estimateStrength(one.repeat(times))).toBe(1);
    }),
  );
});

it('says something of anything that can be typed, in no time', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary', maxLength: 128 }),
      fc.array(fc.string(), { maxLength: 4 }),
      (password, own) => {
        const strength = estimateStrength(password, own);
        expect(strength === 0).toBe([...password].length < 6);
      },
    ),
  );
});

it.each([
  ['안녕', 'dkssud'],
  ['비밀번호', 'qlalfqjsgh'],
  ['꽃값', 'Rhcrkqt'],
  ['ㅋㅋ', 'zz'],
  ['abc 1', 'abc 1'],
])('%s is typed as %s on a Korean keyboard', (text, keys) => {
  expect(toKeys(text)).toBe(keys);
});
