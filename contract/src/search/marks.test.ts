import { describe, expect, test } from 'vitest';
import { markWords } from './marks.ts';
import { searchWords } from './rules.ts';

/** Returns the text with marked parts in brackets. */
const mark = (text: string, query: string) =>
  markWords(text, searchWords(query))
    .map((part) => (part.marked ? `[${part.text}]` : part.text))
    .join('');

describe('[FS-06] the words of a search in a text', () => {
  test.each([
    ['도서관에서 만나요', '도서관', '[도서관]에서 만나요'],
    ['열람 실 자리', '열람실', '[열람 실] 자리'],
    ['열람실 자리', '열람 자리', '[열람]실 [자리]'],
    ['ＷＩＦＩ 되나요', 'wifi', '[ＷＩＦＩ] 되나요'],
    ['도서관'.normalize('NFD'), '서관', `도[서관]`.normalize('NFD')],
    ['<b>도서관</b>', '도서관', '<b>[도서관]</b>'],
    ['<script>', 'script', '<[script]>'],
    ['도서관 도서관', '도서관', '[도서관] [도서관]'],
    ['👍굿 자리', '👍굿', '[👍굿] 자리'],
    ['도서관 서관', '도서관 서관', '[도서관] [서관]'],
    ['LG  포스코관', 'lg 포스코', '[LG]  [포스코]관'],
    ['아무것도 없음', '도서관', '아무것도 없음'],
    ['', '도서관', ''],
  ])('%j for %j', (text, query, marked) => expect(mark(text, query)).toBe(marked));
});
