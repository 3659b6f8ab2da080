import { expect, test } from 'vitest';
import { rank, type Match } from './ranking.ts';

const DAY = 24 * 3_600_000_000;
const matchOf = (id: string, fields: Partial<Match> = {}): Match => ({
  id,
  micros: 1_000 * DAY,
  title: '\n다른제목',
  places: ['본관'],
  likes: 0,
  ...fields,
});
const order = (matches: Match[], words: string[]) => rank(matches, words).map(({ id }) => id);

test('word weight: three in the title, two in keyword or place, one in the body', () => {
  const matches = [
    matchOf('body'),
    matchOf('keyword', { places: ['본관', '조용한 장소'] }),
    matchOf('title', { title: '\n조용한장소추천' }),
  ];
  expect(order(matches, ['조용한'])).toEqual(['title', 'keyword', 'body']);
  const places = [matchOf('body'), matchOf('place', { places: ['과학 도서관'] })];
  expect(order(places, ['도서관'])).toEqual(['place', 'body']);
});

test('number: matches with or without signs between its digits', () => {
  const matches = [matchOf('body'), matchOf('title', { title: '\n4·18기념관 1,500원' })];
  for (const word of ['418기념관', '4.18기념관', '1500원'])
    expect(order(matches, [word])).toEqual(['title', 'body']);
});

test('after thirty days a match counts half; likes never lift a body above a title', () => {
  const title = '\n열람실';
  const old = (days: number) => matchOf('old', { title, micros: (1_000 - days) * DAY });
  expect(order([matchOf('new'), old(40)], ['열람실'])).toEqual(['old', 'new']);
  expect(order([matchOf('new'), old(50)], ['열람실'])).toEqual(['new', 'old']);
  expect(order([matchOf('liked', { likes: 10_000 }), matchOf('title', { title })], ['열람실'])).toEqual([
    'title',
    'liked',
  ]);
});

test('equal matches: ordered by time, then by id, whatever their input order', () => {
  const matches = [matchOf('a'), matchOf('c'), matchOf('b', { micros: 1_000 * DAY })];
  expect(order(matches, ['말'])).toEqual(['c', 'b', 'a']);
  expect(order(matches.toReversed(), ['말'])).toEqual(['c', 'b', 'a']);
  expect(order([], ['말'])).toEqual([]);
});
