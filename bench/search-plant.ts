// Posts for search, planted in SQL: natural word frequencies, with the same share of every queried word at each size.
import type { Executor } from '../server/src/database/database.ts';

/** Number of different words; the word of rank r is in about 6/r percent of the posts. */
const WORDS = 20_000;
/** Words of a title and of a body. */
const LENGTH = { title: 4, body: 60 };

/** Number of different texts; further posts repeat them with different markers, which does not affect search. */
const DIFFERENT_TEXTS = 50_000;
const BATCH = 50_000;

/** Approximate number of syllables in use in Korean texts, of 11,172. */
const SYLLABLES = 1_200;
/** Factors that map a word's rank to its three syllables. */
const FACTORS = [
  [7_919, 0],
  [4_729, 77],
  [3_571, 5],
] as const;

const syllable = (rank: string, [factor, offset]: readonly [number, number]) =>
  `44032 + (${rank} * ${factor} + ${offset}) % ${SYLLABLES} * 9`;
const WORD = FACTORS.map((factors) => `chr(${syllable('rank', factors)})`).join(' || ');

/** Returns a text of this many words, like the planted ones. */
export function makeText(words: number): string {
  const letter = (rank: number, [factor, offset]: readonly [number, number]) =>
    String.fromCharCode(44_032 + ((rank * factor + offset) % SYLLABLES) * 9);
  return Array.from({ length: words }, () => {
    const rank = Math.floor(WORDS ** Math.random());
    return FACTORS.map((factors) => letter(rank, factors)).join('');
  }).join(' ');
}

/** Words that depend on the number of a post and differ from all random words. */
export const PLANTED = {
  /** In three posts of ten. */
  frequent: 'frequent',
  /** In three of a hundred. */
  middle: 'middle',
  /** In twenty posts at any size. */
  rare: 'rare',
  absent: 'absent',
  /** Each in half of the posts, never in the same. */
  apart: 'odd even',
} as const;

/** Hangul for the planted names, so that no particle or other word can be part of it. */
export const queryOf = (names: string): string =>
  names
    .split(' ')
    .map((name) => HANGUL[name] ?? name)
    .join(' ');

const HANGUL: Readonly<Record<string, string>> = {
  frequent: '흔한낱말',
  middle: '가끔쓰는',
  rare: '드문표현',
  absent: '뷁쉛궯뛟',
  odd: '홀수번째',
  even: '짝수번째',
};

const marks = (posts: number) => `
  CASE WHEN numbers.number % 10 < 3 THEN '${queryOf('frequent')}' ELSE '' END ||
  CASE WHEN numbers.number % 100 IN (7, 38, 71) THEN '${queryOf('middle')}' ELSE '' END ||
  CASE WHEN numbers.number % ${posts / 20} = 3 THEN '${queryOf('rare')}' ELSE '' END ||
  CASE WHEN numbers.number % 2 = 0 THEN '${queryOf('even')}' ELSE '${queryOf('odd')}' END ||
  CASE WHEN numbers.number % 20 = 11 THEN repeat('ㅋ', 200) ELSE '' END`;

/** Plants posts without likes and replies, with the text for search, and builds the index last. */
export async function plantTexts(executor: Executor, posts: number): Promise<void> {
  const index = await executor.first<{ text: string }>(
    `SELECT indexdef AS text FROM pg_indexes WHERE indexname = 'post_texts_pieces'`,
  );
  await executor.change('DROP INDEX post_texts_pieces');
  await executor.change('SELECT setseed(0.42)');
  const text = (count: number) =>
    `(SELECT string_agg(${WORD}, ' ')
        FROM (SELECT floor(${WORDS} ^ random())::int AS rank FROM generate_series(1, ${count}) AS place
               WHERE place + number > 0) AS ranks)`;
  const different = Math.min(posts, DIFFERENT_TEXTS);
  await executor.change(
    `CREATE TEMP TABLE texts AS
     SELECT number, ${text(LENGTH.title)} AS title, ${text(LENGTH.body)} AS body
       FROM generate_series(0, ${different - 1}) AS number`,
  );
  await executor.change('ANALYZE texts');
  for (let start = 0; start < posts; start += BATCH) {
    await executor.change(
      `WITH boards AS (SELECT array_agg(id ORDER BY id) AS ids FROM buildings WHERE kind IN ('building', 'question')),
            planted AS (
              INSERT INTO posts (id, building_id, author_id, title, body, in_latest, created_at)
              SELECT gen_random_uuid(), boards.ids[1 + numbers.number % cardinality(boards.ids)],
                     (SELECT id FROM users LIMIT 1), texts.title, texts.body || ' ' || ${marks(posts)}, true,
                     now() - numbers.number * interval '30 seconds'
                FROM boards, generate_series($1::bigint, $2::bigint) AS numbers (number)
                JOIN texts ON texts.number = numbers.number % ${different}
              RETURNING id, building_id, created_at, title, body)
       INSERT INTO post_texts (post_id, building_id, created_at, text)
       SELECT id, building_id, created_at, E'\\n' || replace(title, ' ', '') || E'\\t' || replace(body, ' ', '') FROM planted`,
      [start, Math.min(start + BATCH, posts) - 1],
    );
  }
  await executor.change(index?.text ?? '');
  await executor.change('VACUUM (ANALYZE) posts');
  await executor.change('VACUUM (ANALYZE) post_texts');
}
