import { describe, expect, test } from 'vitest';
import { KEYWORDS_MAX, LATEST_SIZE, POST_POINTS } from '../posts/rules.ts';
import {
  emailProblem,
  isUniversityEmail,
  nameProblem,
  NICKNAME_MAX,
  NICKNAME_MIN,
  nicknameProblem,
  normalizeEmail,
  PASSWORD_MIN,
  passwordProblem,
  readMailedCode,
} from './rules.ts';

test('[CO-01] nickname 2 to 10, password 6, keywords 3, points 50/30/0, latest 30', () => {
  expect([NICKNAME_MIN, NICKNAME_MAX, PASSWORD_MIN, KEYWORDS_MAX, LATEST_SIZE]).toEqual([2, 10, 6, 3, 30]);
  expect(POST_POINTS).toEqual({ building: 50, festival: 30, question: 0 });
});

describe('addresses', () => {
  test('extra characters of a pasted address: removed', () => {
    for (const pasted of [
      '\u200bkim@korea.ac.kr',
      'kim@korea.ac.kr\u2060 ',
      'KIM＠korea.ac.kr',
      '\u202akim@korea.ac.kr\u202c',
    ])
      expect(normalizeEmail(pasted)).toBe('kim@korea.ac.kr');
    expect(emailProblem('\u212Aim@korea.ac.kr')).toBe('email.pattern');
  });

  test.each(['a@korea.ac.kr', ' A.B+c@Korea.AC.kr ', "o'neil@cs.korea.ac.kr", 'x_1@example.co'])(
    '%s passes',
    (email) => {
      expect(emailProblem(email)).toBeNull();
    },
  );

  test.each([
    '@korea.ac.kr',
    'a@',
    'a@korea',
    'a@korea.ac.kr.',
    'a@@korea.ac.kr',
    'a@b@korea.ac.kr',
    '"quoted"@korea.ac.kr',
    'a(comment)@korea.ac.kr',
    'a@korea.ac.kr,b@evil.com',
    'a@korea.ac.kr\r\nBcc: b@evil.com',
    'a b@korea.ac.kr',
    '.a@korea.ac.kr',
    'a..b@korea.ac.kr',
    '가@korea.ac.kr',
    'a@ｋorea.ac.kr',
    '\u212Aim@korea.ac.kr',
    'a@\u212Aorea.ac.kr',
    'a%evil.com@korea.ac.kr',
    'evil.com!a@korea.ac.kr',
    '=?utf-8?q?a=40evil.com=3e?=@korea.ac.kr',
    'a@-korea.ac.kr',
    'a@[127.0.0.1]',
    `${'a'.repeat(65)}@korea.ac.kr`,
    `a@${'b'.repeat(250)}.kr`,
  ])('%j is invalid', (email) => {
    expect(emailProblem(email)).toBe('email.pattern');
  });

  test('empty address: missing', () => expect(emailProblem('  ')).toBe('email.required'));

  test.each([
    ['a@korea.ac.kr', true],
    ['A@KOREA.AC.KR ', true],
    ['a@cs.korea.ac.kr', false],
    ['a@evilkorea.ac.kr', false],
    ['a@korea.ac.kr.evil.com', false],
    ['korea.ac.kr@evil.com', false],
  ])('%s of the university: %s', (email, expected) => {
    expect(isUniversityEmail(email, 'korea.ac.kr')).toBe(expected);
  });
});

test('nicknames: empty, characters, length, reserved, in this order', () => {
  const reserved = { parts: ['운영자', 'admin'], whole: ['고려대', 'korea university'] };
  const check = (nickname: string) => nicknameProblem(nickname, reserved);
  expect(check('')).toBe('nickname.required');
  expect(check(' ')).toBe('nickname.characters');
  expect(check('운영자 님')).toBe('nickname.characters');
  expect(check('ㄱㄴ')).toBe('nickname.characters');
  expect(check('가'.normalize('NFD'))).toBe('nickname.length');
  expect(check('운영자운영자운영자운영자')).toBe('nickname.length');
  expect(check('나는ADMIN')).toBe('nickname.reserved');
  expect(check('고려대')).toBe('nickname.reserved');
  expect(check('고려대생')).toBeNull();
  expect(check('호랑이2')).toBeNull();
});

test('reserved words: a digit counts as its similar letter; 1 is l and i', () => {
  const reserved = { parts: ['운영자', 'admin', 'official', 'webmaster'], whole: ['kulib'] };
  const check = (nickname: string) => nicknameProblem(nickname, reserved);
  for (const name of ['Adm1n', '4dm1n', '나는ADMlN', '0ff1c1al', 'OFFIC1A1', 'w38m45t3r', 'ku1ib', 'ku11b'])
    expect([name, check(name)]).toEqual([name, 'nickname.reserved']);
  for (const name of ['2024학번', '1학년', '100점', '운영1자', 'ku11b2', '아담1n'])
    expect([name, check(name)]).toEqual([name, null]);
});

test('names and passwords', () => {
  expect([
    nameProblem(' '),
    nameProblem('김\n고대'),
    nameProblem('가'.repeat(51)),
    nameProblem('김고대'),
  ]).toEqual(['required', 'invalid', 'tooLong', null]);
  expect([
    passwordProblem('12345'),
    passwordProblem('👍'.repeat(6)),
    passwordProblem('x'.repeat(129)),
  ]).toEqual(['password.short', null, 'password.long']);
});

test('[PH-14] mailed code: accepted however it is typed or pasted; nothing else is', () => {
  for (const typed of ['012345', ' 012 345\n', '012-345', '０１２３４５', '０１２　３４５', '012\u00a0345'])
    expect([typed, readMailedCode(typed)]).toEqual([typed, '012345']);
  for (const typed of ['', '12345', '0123456', '01234a', '+12345', '①②③④⑤', '١٢٣٤٥٦', '1e5000'])
    expect([typed, readMailedCode(typed)]).toEqual([typed, null]);
});
