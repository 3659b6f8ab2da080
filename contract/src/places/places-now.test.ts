import { describe, expect, test } from 'vitest';
import { leadOf, threePlaces, type Candidate, type Reason } from './places-now.ts';

const place = (id: string, more: Partial<Candidate> = {}): Candidate => ({
  id,
  posts: 0,
  weight: 0,
  rooms: 0,
  amenities: 0,
  ...more,
});
const posts = (count: number, weight = count) => ({ posts: count, weight });
const cafes = (count: number) => ({ amenities: count, kind: '카페' });
const lunch = { dish: '제육볶음', price: 5500, until: '14:00' };
const ids = (candidates: Candidate[], quiet = false) =>
  threePlaces(candidates, quiet)
    .map(({ id }) => id)
    .join(' ');

describe('[PL-07] the three places for a keyword', () => {
  test.each<[string, string, Candidate[]]>([
    ['nothing is known of any', '', []],
    ['what answers nothing is none, however free', '', [place('a', { now: 'free', usual: 'free' })]],
    ['nor is one that is quiet where nobody asks for it', '', [place('a', { quiet: 5 })]],
    ['more posts first', 'b a', [place('a', posts(1)), place('b', posts(2))]],
    ['newer posts first', 'b a', [place('a', posts(5, 0.5)), place('b', posts(1))]],
    ['three of four', 'd c b', ['a', 'b', 'c', 'd'].map((id, index) => place(id, posts(index + 1)))],
    ['what is alike by id', 'a b c', ['c', 'a', 'b'].map((id) => place(id, posts(1)))],
    ['and by the letters alone, not by a language', 'B a', [place('a', posts(1)), place('B', posts(1))]],
    [
      'many students’ posts are not endless',
      'b a',
      [place('a', posts(900)), place('b', { rooms: 4, ...posts(2) })],
    ],
    ['rooms first', 'b a', [place('a', posts(1)), place('b', { rooms: 2 })]],
    ['four rooms are enough', 'a b', [place('b', { rooms: 40 }), place('a', { rooms: 4 })]],
    ['amenities first', 'b a', [place('a', posts(0.2)), place('b', cafes(1))]],
    ['three amenities are enough', 'a b', [place('b', cafes(9)), place('a', cafes(3))]],
    ['free wins', 'b a', [place('a', posts(3)), place('b', { ...posts(2), now: 'free' })]],
    ['crowded falls behind', 'b a', [place('a', { ...posts(30), now: 'crowded' }), place('b', posts(1))]],
    ['and is named where nothing else is', 'a', [place('a', { ...posts(3), now: 'crowded' })]],
    [
      'split lies between crowded and normal',
      'b c a',
      [
        place('a', { ...posts(3), now: 'crowded' }),
        place('b', { ...posts(3), now: 'normal' }),
        place('c', { ...posts(3), now: 'split' }),
      ],
    ],
    [
      'the usual counts where no voice says more',
      'b a c',
      [
        place('a', posts(3)),
        place('b', { ...posts(3), usual: 'free' }),
        place('c', { ...posts(3), usual: 'crowded' }),
      ],
    ],
    [
      'and a voice more than it',
      'b a',
      [
        place('a', { ...posts(3), now: 'crowded', usual: 'free' }),
        place('b', { ...posts(3), now: 'free', usual: 'crowded' }),
      ],
    ],
    [
      'what serves a meal, crowded too',
      'b a',
      [place('a', cafes(3)), place('b', { ...cafes(1), meal: lunch, now: 'crowded' })],
    ],
    ['when it closes is no merit', 'a b', [place('b', { ...posts(3), open: '23:00' }), place('a', posts(3))]],
  ])('%s', (_, expected, candidates) => {
    expect(ids(candidates)).toBe(expected);
    expect(ids(candidates.toReversed())).toBe(expected);
  });

  test.each<[string, string, Candidate[]]>([
    ['quiet wins', 'b a', [place('a', posts(3)), place('b', { ...posts(2), quiet: 2 })]],
    ['a quiet place is one by that alone', 'b', [place('a', { now: 'free' }), place('b', { quiet: 2 })]],
    [
      'a crowded one falls behind, quiet or not',
      'a b',
      [place('a', posts(1)), place('b', { ...posts(3), quiet: 4, now: 'crowded' })],
    ],
  ])('a quiet keyword: %s', (_, expected, candidates) => expect(ids(candidates, true)).toBe(expected));

  test('rounding errors of sums do not change the order', () => {
    const [sum, other] = [0.1 + 0.2 + 0.3, 0.3 + 0.2 + 0.1];
    expect(sum).not.toBe(other);
    expect(ids([place('b', posts(3, sum)), place('a', posts(3, other))])).toBe('a b');
    expect(ids([place('b', posts(3, other)), place('a', posts(3, sum))])).toBe('a b');
  });
});

describe('[PL-07] reason of a place: its features and their state', () => {
  const all = {
    rooms: 4,
    ...cafes(2),
    ...posts(12),
    now: 'free',
    quiet: 3,
    usual: 'normal',
    open: '23:00',
  } as const;
  test.each<[string, Reason, Partial<Candidate>, boolean?]>([
    ['rooms and the crowd', { rooms: 4, crowd: 'free' }, all],
    ['that it is quiet where that is asked for', { rooms: 4, quiet: 3 }, all, true],
    ['a crowd all the same', { rooms: 4, crowd: 'crowded' }, { ...all, now: 'crowded' }, true],
    ['amenities with their kind', { amenities: 2, kind: '카페', crowd: 'free' }, { ...all, rooms: 0 }],
    [
      'the meal, and no count of amenities',
      { meal: lunch, crowd: 'free' },
      { ...all, rooms: 0, meal: lunch },
    ],
    ['posts', { posts: 12, crowd: 'free' }, { ...posts(12), now: 'free' }],
    [
      'no contradicting voices',
      { posts: 12, usual: 'crowded' },
      { ...posts(12), now: 'split', usual: 'crowded' },
    ],
    ['the usual', { posts: 12, usual: 'normal' }, { ...posts(12), usual: 'normal', open: '23:00' }],
    ['when it closes', { posts: 12, open: '23:00' }, { ...posts(12), open: '23:00' }],
    [
      'two things that it has',
      { rooms: 4, amenities: 2, kind: '카페' },
      { rooms: 4, ...cafes(2), ...posts(12) },
    ],
    ['two of how it is', { quiet: 3, crowd: 'free' }, { quiet: 3, now: 'free', usual: 'free' }, true],
    ['one alone', { posts: 1 }, posts(1)],
  ])('%s', (_, expected, candidate, quiet = false) =>
    expect(threePlaces([place('a', candidate)], quiet)).toEqual([{ id: 'a', reason: expected }]),
  );
});

describe('[PL-08] first keyword shown', () => {
  const icons = ['meal', 'study', 'quiet', 'sleep'] as const;
  const at = (hour: number) => hour * 3_600_000;
  const some: Reason = { posts: 3 };
  test.each<[string, number | null, (Reason | undefined)[], number]>([
    ['none where none has a place', null, [undefined, undefined], 12],
    ['at noon a meal', 0, [some, some, some, some], 12],
    ['in the afternoon studying', 1, [some, some, some, some], 14],
    ['in the morning a quiet place', 2, [some, some, some, some], 8],
    ['in the evening too', 2, [some, some, some, some], 23],
    ['at night sleep', 3, [some, some, some, some], 0],
    ['the first one where that of the hour has no place', 1, [undefined, some, some, some], 12],
    ['one that voices speak for', 3, [some, some, some, { crowd: 'free' }], 12],
    ['quiet ones too', 2, [some, some, { quiet: 2 }, some], 12],
    ['of several the one of the hour', 0, [{ crowd: 'free' }, some, { quiet: 2 }, some], 12],
    ['a meal that is served', 0, [{ meal: lunch }, some, { quiet: 2 }, some], 12],
    ['a crowd speaks for none', 0, [some, { crowd: 'crowded' }, some, some], 12],
  ])('%s', (_, expected, best, hour) => expect(leadOf(best, icons, at(hour))).toBe(expected));

  test('campus without icons: has a first keyword too', () =>
    expect(leadOf([undefined, some], [], at(12))).toBe(1));
});
