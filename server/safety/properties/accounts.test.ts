import {
  emailProblem,
  NICKNAME_MAX,
  NICKNAME_MIN,
  nicknameProblem,
  normalizeEmail,
  normalizeNickname,
} from '@madang/contract/accounts/rules';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hasWritingRight } from '../../src/features/accounts/accounts.ts';
import { anyText, campus } from './inputs.ts';

// Properties of the rules for any input. A failure prints the seed that repeats it.

const letter = fc.oneof(
  fc.constantFrom(...'가힣각뷁한글고려대AZaz09'),
  fc.constantFrom('ㄱ', 'ㅏ', '\u1100', '\u1161', '\u11a8', '\uac00', '\ud7a4', '\u3164', '\u200b', ' ', '.'),
  fc.constantFrom(
    'é',
    'e\u0301',
    'Å',
    '\u212b',
    'ﬁ',
    '１',
    'К',
    '👍',
    '\ud800',
    '\u202e',
    '_',
    '-',
    '\0',
    '\n',
  ),
);
const nickname = fc.oneof(
  fc.array(letter, { maxLength: 14 }).map((letters) => letters.join('')),
  fc.array(fc.constantFrom(...'가나다라abcXYZ019'), { maxLength: 12 }).map((letters) => letters.join('')),
  anyText,
);
/** The same rule, one letter at a time. */
const isAllowed = (sign: string) => {
  const point = sign.codePointAt(0) ?? 0;
  const within = (from: string, to: string) =>
    point >= (from.codePointAt(0) ?? 0) && point <= (to.codePointAt(0) ?? 0);
  return within('가', '힣') || within('a', 'z') || within('A', 'Z') || within('0', '9');
};
const noneReserved = { parts: [], whole: [] };

test('nicknames: two to ten complete syllables, letters or digits pass, and no other text', () => {
  fc.assert(
    fc.property(nickname, (name) => {
      const signs = [...name.normalize('NFC')];
      const fits = signs.length >= NICKNAME_MIN && signs.length <= NICKNAME_MAX && signs.every(isAllowed);
      expect(nicknameProblem(name, noneReserved) === null).toBe(fits);
    }),
    { numRuns: 2_000 },
  );
});

test('nicknames: normalizing the stored form changes nothing; every spelling yields the same form', () => {
  fc.assert(
    fc.property(nickname, (name) => {
      const stored = normalizeNickname(name);
      expect(normalizeNickname(stored)).toBe(stored);
      for (const typed of [stored, name.normalize('NFD')]) {
        expect(normalizeNickname(typed)).toBe(stored);
        expect(nicknameProblem(typed, noneReserved)).toBe(nicknameProblem(name, noneReserved));
      }
    }),
    { numRuns: 1_000 },
  );
});

test('nicknames: names of operators, official names and those of withdrawn users are rejected', () => {
  const { reservedNicknames } = campus.settings;
  const check = (name: string) => nicknameProblem(name, reservedNicknames);
  for (const name of [
    '운영팀',
    '관리팀',
    '탈퇴한사용자',
    '탈퇴한회원',
    '알수없음',
    'Adm1n',
    '0perator',
    '0ff1cial',
    'M0derat0r',
    '마당0fficial',
  ])
    expect([name, check(name)]).toEqual([name, 'nickname.reserved']);
  for (const name of ['고려대생', '고려대1', '탈퇴는없다', '호랑이2', '2024학번'])
    expect([name, check(name)]).toEqual([name, null]);
  for (const name of ['수학공식', '공식왕', 'unofficial', '운영팀장', '탈퇴회원', '알수없음2'])
    expect([name, check(name)]).toEqual([name, null]);
});

test('reserved word: rejected in any case, composition, similar digits or surroundings', () => {
  const { reservedNicknames } = campus.settings;
  const digits: Readonly<Record<string, string>> = {
    o: '0',
    l: '1',
    i: '1',
    e: '3',
    a: '4',
    s: '5',
    t: '7',
  };
  const around = fc.array(fc.constantFrom(...'가a1'), { maxLength: 2 }).map((letters) => letters.join(''));
  fc.assert(
    fc.property(
      fc.constantFrom(...reservedNicknames.parts),
      around,
      around,
      fc.array(fc.boolean(), { minLength: 20, maxLength: 20 }),
      fc.array(fc.boolean(), { minLength: 20, maxLength: 20 }),
      (word, before, after, upper, digit) => {
        const mixed = [...word]
          .map((sign, index) => (upper[index] ? sign.toUpperCase() : sign))
          .map((sign, index) => (digit[index] ? (digits[sign.toLowerCase()] ?? sign) : sign))
          .join('');
        const name = before + mixed + after;
        if ([...name].length > NICKNAME_MAX) return;
        expect(nicknameProblem(name, reservedNicknames)).toBe('nickname.reserved');
        expect(nicknameProblem(name.normalize('NFD'), reservedNicknames)).toBe('nickname.reserved');
      },
    ),
  );
});

const domain = 'korea.ac.kr';
const local = fc.oneof(
  fc.constantFrom(
    'a',
    'kim.goryeo',
    "o'neil+x=y",
    'a_b-c',
    'A',
    '"a"',
    '.a',
    'a..b',
    'a%evil.com',
    'evil.com!a',
  ),
  fc.constantFrom(
    '=?utf-8?q?a?=',
    'a(b)',
    'a,b',
    'a;b',
    '<a',
    'a\\',
    '[a',
    'é',
    '가',
    '\u212aim',
    'a\0',
    'a\r\nBcc: b',
  ),
  anyText,
);
const sign = fc.constantFrom(
  '@',
  '＠',
  '﹫',
  '@@',
  ' @',
  '@ ',
  '@evil.com@',
  '@evil.com,b@',
  '%40',
  '\u0000@',
  '@\n',
);
const host = fc.oneof(
  fc.constantFrom(
    domain,
    'KOREA.AC.KR',
    'Korea.Ac.Kr',
    ` ${domain}`,
    `${domain} `,
    `${domain}\n`,
    `${domain}.`,
  ),
  fc.constantFrom(
    `evil${domain}`,
    `x.${domain}`,
    `${domain}.evil.com`,
    `${domain}@evil.com`,
    `evil.com,a@${domain}`,
  ),
  fc.constantFrom(
    `[${domain}]`,
    `evil.com(${domain}`,
    `${domain})`,
    `${domain}\0.evil.com`,
    `evil.com\r\n.${domain}`,
  ),
  fc.constantFrom(
    '\u212aorea.ac.kr',
    'ｋorea.ac.kr',
    'kоrea.ac.kr',
    'korea。ac。kr',
    'korea.ac.k\u0280',
    'xn--orea-55d.ac.kr',
  ),
  fc.domain(),
  anyText,
);
const ordinary = fc.tuple(
  fc.constantFrom('a', 'Kim.Goryeo', "o'neil+x=y", 'a_b-c', '\u212aim', 'a%b', 'a,b'),
  fc.constantFrom(domain, 'KOREA.AC.KR', `x.${domain}`, `${domain} `, `${domain}.kr`, '\u212aorea.ac.kr'),
);
const address = fc.oneof(
  ordinary.map((parts) => parts.join('@')),
  fc.tuple(local, sign, host).map((parts) => parts.join('')),
  fc
    .tuple(fc.emailAddress(), fc.constantFrom('', ' ', `,a@${domain}`, `@${domain}`, `.${domain}`))
    .map((parts) => parts.join('')),
  anyText,
);

test('[SF-10] accepted address: plain ASCII, and its stored form equals itself', () => {
  let passed = 0;
  fc.assert(
    fc.property(address, (typed) => {
      const stored = normalizeEmail(typed);
      expect(normalizeEmail(stored)).toBe(stored);
      expect(emailProblem(stored)).toBe(emailProblem(typed));
      if (emailProblem(typed) !== null) return;
      passed += 1;
      const plain = typed
        .replaceAll(/\p{Cf}/gu, '')
        .replaceAll('＠', '@')
        .trim();
      expect(plain).toMatch(/^[\x21-\x7e]+$/);
      expect(stored).toMatch(/^[^@\s"(),:;<>[\]\\%!?A-Z]+@[a-z0-9-]+(\.[a-z0-9-]+)+$/);
      expect(stored).toBe(plain.toLowerCase());
    }),
    { numRuns: 5_000 },
  );
  expect(passed).toBeGreaterThan(100);
});

test('[SF-10] addresses: an address of another domain never grants the right', () => {
  let granted = 0;
  fc.assert(
    fc.property(address, (typed) => {
      if (emailProblem(typed) !== null) return;
      const stored = normalizeEmail(typed);
      const right = hasWritingRight({ email: stored, verified: true, override: null }, domain);
      const [, rest] = stored.split('@');
      expect(right).toBe(rest === domain);
      expect(hasWritingRight({ email: stored, verified: false, override: null }, domain)).toBe(false);
      if (right) granted += 1;
    }),
    { numRuns: 5_000 },
  );
  expect(granted).toBeGreaterThan(10);
});
