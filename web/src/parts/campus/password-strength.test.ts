import fc from 'fast-check';
import { expect, it } from 'vitest';
import { COMMON_WORDS } from './common-passwords.ts';
import { toKeys } from './korean-keys.ts';
import { estimateStrength } from './password-strength.ts';

it('[M-08a] common passwords, rows of keys, repeats, years and Korean habits are guessed soon', () => {
  for (const password of [
    ...[
      'abc123',
      'qwer1234',
      '1q2w3e4r',
      'asdf1234',
      'qwerty',
      '1qaz2wsx',
      'zxcvbn',
      'Password1!',
      'P@ssw0rd',
    ],
    ...[
      '111111',
      'aaaaaaaa',
      'abcabcabc',
      '12341234',
      '20040317',
      '040317',
      '2026korea',
      'abcdef1',
      '123qwe!@#',
    ],
    ...['dkssud', 'dkssud12', 'tkfkdgo1', 'rhfueo1905', '안녕1234', '사랑해요111', 'ㅂㅈㄷㄱ1234'],
  ])
    expect(estimateStrength(password), password).toBe(1);
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

it('[M-08b] the own name, nickname and address are worth next to nothing, whichever layout they are typed on', () => {
  const own = ['김고대', '안암호랑이', 'tiger.kim99@korea.ac.kr'];
  for (const password of [
    '김고대123',
    'rlarheo99',
    '안암호랑이!',
    'dksdkaghfkddl1',
    'tiger.kim99',
    'tiger!kim99',
  ])
    expect(estimateStrength(password, own), password).toBe(1);
  fc.assert(
    fc.property(fc.stringMatching(/^[가-힣]{2,10}$/), fc.stringMatching(/^\d{0,4}$/), (nickname, digits) => {
      fc.pre([...nickname].length + digits.length >= 6);
      for (const password of [nickname + digits, toKeys(nickname) + digits])
        expect(estimateStrength(password, [nickname])).toBe(1);
    }),
  );
});

it('repeats and common words with a digit behind them are never more than weak', () => {
  const word = fc.constantFrom(...COMMON_WORDS.filter(({ length }) => length >= 5));
  fc.assert(
    fc.property(
      word,
      fc.stringMatching(/^\d?$/),
      (one, digit) => estimateStrength(one + digit) === 1 || [...one, ...digit].length < 6,
    ),
  );
  fc.assert(
    fc.property(
      fc.stringMatching(/^[a-zA-Z0-9]$/),
      fc.integer({ min: 6, max: 128 }),
      (key, times) => estimateStrength(key.repeat(times)) === 1,
    ),
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
])('%s is typed as %s', (text, keys) => {
  expect(toKeys(text)).toBe(keys);
});
