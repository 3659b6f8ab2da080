import { expect, test } from 'vitest';
import { foldText, squeezeBlankLines } from './fold-text.ts';

test('runs of empty lines become two, also where they hold spaces or signs that nobody sees', () => {
  expect(squeezeBlankLines(`가${'\n'.repeat(1_998)}나`)).toBe('가\n\n\n나');
  expect(squeezeBlankLines(`가\n${' \n\u2800\n\u3164\n'.repeat(9)}나`)).toBe('가\n \n\u2800\n나');
  for (const text of ['가\n나', '가\n\n나', '가\n\n\n나', '  들여 쓴 줄\n'])
    expect(squeezeBlankLines(text)).toBe(text);
});

test('a text is cut where it is long by lines or by letters, and nothing of it is lost', () => {
  for (const text of [
    '줄\n'.repeat(40),
    '가'.repeat(2_000),
    'a b '.repeat(900),
    '👍🏽'.repeat(300),
    '\n'.repeat(99),
  ]) {
    const [shown, rest] = foldText(text, 10);
    expect(shown + rest).toBe(text);
    expect([shown.length > 0, rest.length > 0, shown.length < text.length / 2]).toEqual([true, true, true]);
    expect(rest).not.toMatch(/^[\p{Cs}\p{M}]/u);
  }
});

test('a text that is only a little longer is shown whole', () => {
  for (const text of ['', '가', '줄\n'.repeat(14), '가'.repeat(280)])
    expect(foldText(text, 10)).toEqual([text, '']);
});

test('a word or an address is not cut in two', () => {
  expect(foldText(`${'가'.repeat(195)} 도서관입니다 ${'나'.repeat(300)}`, 10)[0]).toBe(
    `${'가'.repeat(195)} `,
  );
  const address = `https://example.com/${'a'.repeat(300)}`;
  expect(foldText(`${'가'.repeat(190)} ${address} ${'나'.repeat(300)}`, 10)[0]).toBe(`${'가'.repeat(190)} `);
  expect(foldText(`${address}${'a'.repeat(300)} 나`, 10)).toEqual([`${address}${'a'.repeat(300)}`, ' 나']);
});
