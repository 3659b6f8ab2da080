import { placeKeywords } from '@madang/campus/load-campus';
import { KEYWORDS_MAX, keywordsProblem, type BoardKind } from '@madang/contract/posts/rules';
import { countCodePoints, firstParagraph, isBlank, normalizeText } from '@madang/contract/text/rules';
import { formatDateTime, formatRelativeTime } from '@madang/contract/time/rules';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodeCursor, encodeCursor, placeOfEnd } from '../../src/features/posts/json.ts';
import { ProblemError } from '../../src/http/problem.ts';
import { anyText, campus } from './inputs.ts';

// Properties of the rules for any input. A failure prints the seed that repeats it.

test('keywords: up to three different ones of the board, at least one on the festival', () => {
  const { settings } = campus;
  const choices = { place: placeKeywords(campus), festival: settings.festivalKeywords };
  const keyword = fc.oneof(
    { arbitrary: fc.constantFrom(...choices.place), weight: 6 },
    { arbitrary: fc.constantFrom(...choices.festival), weight: 6 },
    fc.constantFrom('', ' ', '__proto__', 'constructor', settings.keywords[0] ?? '', `${choices.place[0]} `),
    anyText,
  );
  const kinds: BoardKind[] = ['building', 'question', 'festival', 'notice', 'hidden'];
  fc.assert(
    fc.property(fc.array(keyword, { maxLength: 5 }), fc.constantFrom(...kinds), (keywords, kind) => {
      const own: readonly string[] = kind === 'festival' ? choices.festival : choices.place;
      const problem = keywordsProblem(keywords, kind, choices);
      const distinct = keywords.every((one, index) => keywords.indexOf(one) === index);
      const fits =
        keywords.length <= KEYWORDS_MAX &&
        distinct &&
        keywords.every((one) => own.includes(one)) &&
        (kind !== 'festival' || keywords.length > 0);
      expect(problem === null).toBe(fits);
      if (keywords.length > KEYWORDS_MAX) expect(problem).toBe('keywords.max');
      // The order does not matter.
      expect(keywordsProblem(keywords.toReversed(), kind, choices)).toBe(problem);
    }),
    { numRuns: 3_000 },
  );
});

const [MINUTE, HOUR, DAY] = [60_000, 3_600_000, 86_400_000];
// Since 1989 Seoul is at UTC+9 all year.
const instant = fc.date({
  min: new Date('1990-01-01T00:00:00Z'),
  max: new Date('2100-01-01T00:00:00Z'),
  noInvalidDate: true,
});
const age = fc.oneof(
  fc.integer({ min: -2 * DAY, max: 3 * DAY }),
  fc.constantFrom(0, 1, -1, MINUTE - 1, MINUTE, HOUR - 1, HOUR, DAY - 1, DAY, 400 * DAY),
);
const inSeoul = (date: Date) => new Date(date.getTime() + 9 * HOUR).toISOString();
const relative = (written: Date, later: number) =>
  formatRelativeTime(
    written,
    new Date(written.getTime() + later),
    'Asia/Seoul',
    (minutes) => `${minutes}분 전`,
  );

test('card: shows minutes, then hour, then day in Seoul, and nothing else', () => {
  fc.assert(
    fc.property(instant, age, (written, later) => {
      const seoul = inSeoul(written);
      const minutes = Math.max(0, Math.floor(later / MINUTE));
      const expected =
        later < HOUR
          ? `${minutes}분 전`
          : later < DAY
            ? seoul.slice(11, 16)
            : `${seoul.slice(5, 7)}/${seoul.slice(8, 10)}`;
      expect(relative(written, later)).toBe(expected);
    }),
    { numRuns: 3_000 },
  );
});

test('full date: in Seoul time, also around midnight and the turn of the year', () => {
  const midnight = fc
    .tuple(fc.integer({ min: 7_305, max: 47_000 }), fc.integer({ min: -2, max: 2 }))
    .map(([day, beside]) => new Date(day * DAY - 9 * HOUR + beside));
  fc.assert(
    fc.property(fc.oneof(instant, midnight), (written) => {
      expect(formatDateTime(written, 'Asia/Seoul')).toBe(
        inSeoul(written).slice(0, 16).replaceAll('-', '/').replace('T', ' '),
      );
    }),
    { numRuns: 2_000 },
  );
});

const text = fc.oneof(
  anyText,
  fc
    .array(
      fc.constantFrom(
        'e',
        '\u0301',
        '\0',
        '\r',
        '\n',
        '\ud800',
        '\udc00',
        '가',
        '\u1100',
        '\u1161',
        ' ',
        '\u200b',
      ),
    )
    .map((signs) => signs.join('')),
);

test('stored form: stable, NFC, without NUL or lone surrogate, with one kind of line end', () => {
  fc.assert(
    fc.property(text, (typed) => {
      const stored = normalizeText(typed);
      expect(normalizeText(stored)).toBe(stored);
      expect(stored.normalize('NFC')).toBe(stored);
      expect(stored).not.toMatch(/[\0\r]/);
      expect(stored).not.toMatch(/\p{Cs}/u);
      expect(countCodePoints(stored)).toBe([...stored].length);
    }),
    { numRuns: 3_000 },
  );
});

test('preview: one line within its length, empty only for empty text', () => {
  fc.assert(
    fc.property(text, fc.integer({ min: 1, max: 40 }), (typed, limit) => {
      const preview = firstParagraph(typed, limit);
      expect(preview).not.toMatch(/[\n\r]/);
      expect([...preview].length).toBeLessThanOrEqual(limit);
      if (preview === '') expect(isBlank(typed)).toBe(true);
    }),
    { numRuns: 2_000 },
  );
});

const end = fc.record(
  {
    createdMicros: fc.oneof(fc.nat(), fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER })),
    id: fc.uuid(),
    likeCount: fc.nat(999_999_999),
  },
  { requiredKeys: ['createdMicros', 'id'] },
);
const decode = (cursor: string, withLikes: boolean) => {
  try {
    return decodeCursor(cursor, withLikes);
  } catch (error) {
    expect(error).toBeInstanceOf(ProblemError);
    expect((error as ProblemError).code).toBe('request.malformed');
    return null;
  }
};

test('cursor: decodes to its end, and only for lists of its own order', () => {
  fc.assert(
    fc.property(end, (made) => {
      const cursor = encodeCursor(placeOfEnd(made));
      expect(cursor).toMatch(/^[A-Za-z0-9_-]{1,200}$/);
      const withLikes = made.likeCount !== undefined;
      expect(decode(cursor, withLikes)).toEqual(made);
      expect(decode(cursor, !withLikes)).toBeNull();
    }),
    { numRuns: 2_000 },
  );
});

test('any other text: rejected, or equal to the cursor of what it decodes to', () => {
  const altered = fc
    .tuple(end, fc.nat(60), fc.string({ unit: fc.constantFrom(...'AZaz09_-=+/ \n'), maxLength: 2 }))
    .map(([made, at, inserted]) => {
      const cursor = encodeCursor(placeOfEnd(made));
      return cursor.slice(0, at) + inserted + cursor.slice(at + (at % 2));
    });
  const rewritten = fc
    .tuple(
      fc.constantFrom('0', '00', '+', '-', ' ', '1e', '9999999999999999', ''),
      end,
      fc.constantFrom('', ' ', ' 007', ' 1 2', '\n'),
    )
    .map(([before, { createdMicros, id }, after]) =>
      Buffer.from(`${before}${createdMicros} ${id}${after}`).toString('base64url'),
    );
  fc.assert(
    fc.property(fc.oneof(altered, rewritten, anyText), fc.boolean(), (cursor, withLikes) => {
      const read = decode(cursor, withLikes);
      expect(read && encodeCursor(placeOfEnd(read))).toBe(read && cursor);
    }),
    { numRuns: 5_000 },
  );
});
