import type { Reason } from '@madang/contract/places/places-now';
import { afterEach, expect, test, vi } from 'vitest';
import { plantDemoMeals } from '../../../seed/plant-meals.ts';
import { makePost, makeUser } from '../../../testing/makers.ts';
import { startTestApp } from '../../../testing/test-app.ts';
import { plantAmenities } from './amenities.ts';
import { plantRooms } from './rooms.ts';
import { findPlaces } from './places-now.ts';

const testApp = await startTestApp({ edition: 'official', caching: false, floods: false });
await plantAmenities(testApp.database, testApp.campus);
await plantRooms(testApp.database, testApp.campus);
const student = await makeUser(testApp);

const write = (board: string, keyword: string) => makePost(student, board, { keywords: [keyword] });

for (const board of ['hana-square', 'main-hall', 'engineering-hall']) await write(board, '콘센트 장소');

// Neither serves food, and a café serves no meal.
for (const board of ['main-hall', 'new-engineering-hall']) await write(board, '식사 장소');

await testApp.database.change('UPDATE posts SET created_at = now()');
afterEach(() => vi.useRealTimers());

const words = ({ meal, rooms, amenities, kind, posts, open }: Reason) =>
  [
    meal && `${meal.dish} ${meal.price}`,
    rooms && `rooms ${rooms}`,
    amenities && `${kind} ${amenities}`,
    posts && `posts ${posts}`,
    (meal?.until ?? open) && `until ${meal?.until ?? open}`,
  ]
    .filter(Boolean)
    .join(', ');

/** Sets the campus clock, and finds the suggestions for a few keywords. */
async function readAt(local: string) {
  vi.useFakeTimers({ now: Date.parse(`${local}+09:00`), toFake: ['Date'] });
  const { database, campus } = testApp;
  await plantDemoMeals(database, campus);
  await database.transaction((transaction) =>
    findPlaces({ campus, cache: { invalidate: () => undefined } }, transaction),
  );
  const { body } = await student.browser.call('GET /api/places/now', {});
  const of = (keyword: string) =>
    body.keywords[campus.settings.keywords.indexOf(keyword)]?.map(
      ({ id, reason }) => `${id}: ${words(reason)}`,
    );
  return {
    lead: campus.settings.keywords[body.lead ?? -1],
    ...Object.fromEntries(['식사', '공부', '콘센트', '조용한'].map((keyword) => [keyword, of(keyword)])),
  };
}

/** Before and after classes most rooms are free. */
const EMPTY_ROOMS = {
  study: [
    'law-hall: rooms 6, until 24:00',
    'medical-college: rooms 4, until 24:00',
    'political-economics-hall: rooms 10, until 23:00',
  ],
  power: [
    'engineering-hall: posts 1, until 23:00',
    'hana-square: posts 1',
    'main-hall: posts 1, until 20:00',
  ],
};

// Wednesday unless stated. 학생회관 and 애기능생활관 serve no dinner on Fridays; the food court has no menu.
const days: [
  when: string,
  local: string,
  found: { lead: string; food: string[]; study: string[]; power: string[] },
][] = [
  [
    'in the morning',
    '2026-12-02T08:30',
    {
      lead: '식사',
      food: ['anam-dormitory: 근대국 4000, until 09:00', 'student-union: 북엇국 1000, until 09:30'],
      ...EMPTY_ROOMS,
    },
  ],
  [
    'at lunch',
    '2026-12-02T12:10',
    {
      lead: '식사',
      food: [
        'aegineung-hall: 청국장 5500, until 14:00',
        'anam-dormitory: 돼지국밥 5000, until 13:30',
        'student-union: 비빔밥 5500, until 14:00',
      ],
      study: [
        'medical-college: rooms 4, until 24:00',
        'political-economics-hall: rooms 7, until 23:00',
        'asan-science-hall: rooms 4, until 23:00',
      ],
      power: [
        'engineering-hall: posts 1, until 23:00',
        'hana-square: posts 1',
        'main-hall: posts 1, until 20:00',
      ],
    },
  ],
  [
    'in the afternoon',
    '2026-12-02T15:30',
    {
      lead: '공부',
      food: ['hana-square: 학생식당 1, until 19:30'],
      study: [
        'asan-science-hall: rooms 6, until 23:00',
        'business-main-hall: rooms 3, until 23:00',
        'it-liberal-hall: rooms 3, until 23:00',
      ],
      power: [
        'engineering-hall: posts 1, until 23:00',
        'hana-square: posts 1',
        'main-hall: posts 1, until 20:00',
      ],
    },
  ],
  [
    'in the evening',
    '2026-12-02T18:30',
    {
      lead: '식사',
      food: [
        'aegineung-hall: 돈가스김치나베 6000, until 19:00',
        'anam-dormitory: 탕수육 5500, until 19:00',
        'student-union: 김치찌개 5500, until 19:00',
      ],
      study: [
        'law-hall: rooms 5, until 24:00',
        'medical-college: rooms 4, until 24:00',
        'political-economics-hall: rooms 9, until 23:00',
      ],
      power: [
        'engineering-hall: posts 1, until 23:00',
        'hana-square: posts 1',
        'main-hall: posts 1, until 20:00',
      ],
    },
  ],
  [
    'where a cafeteria has no dinner',
    '2026-12-04T18:30',
    {
      lead: '식사',
      food: ['anam-dormitory: 찜닭 5500, until 19:00', 'hana-square: 학생식당 1, until 19:30'],
      ...EMPTY_ROOMS,
    },
  ],
  [
    'at night',
    '2026-12-02T22:30',
    {
      lead: '조용한',
      food: [
        'anam-dormitory: 편의점 1, until 24:00',
        'central-plaza: 편의점 1, until 24:00',
        'cj-house: 편의점 1, until 24:00',
      ],
      study: [
        'law-hall: rooms 6, until 24:00',
        'medical-college: rooms 4, until 24:00',
        'political-economics-hall: rooms 10, until 23:00',
      ],
      power: ['engineering-hall: posts 1, until 23:00', 'hana-square: posts 1'],
    },
  ],
  [
    'on a Sunday',
    '2026-11-29T12:10',
    {
      lead: '식사',
      food: ['anam-dormitory: 학생식당 1, until 13:30'],
      study: [
        'law-hall: rooms 6, until 24:00',
        'cj-law-hall: rooms 4, until 24:00',
        'sk-future-hall: rooms 10, until 24:00',
      ],
      power: ['hana-square: posts 1'],
    },
  ],
  [
    'in a night of exam weeks',
    '2026-12-10T02:00',
    {
      lead: '수면',
      food: [],
      study: ['law-hall: rooms 6, 열람실 1', 'sk-future-hall: rooms 10', 'anam-dormitory: 열람실 1'],
      power: ['hana-square: posts 1'],
    },
  ],
];

// Only quiet places are suggested for study: no report makes another one quiet.
test.each(days)(
  '[PL-07] the demo campus names what can serve %s',
  async (_, local, { lead, food, study, power }) =>
    expect(await readAt(local)).toEqual({ lead, 식사: food, 공부: study, 콘센트: power, 조용한: study }),
);
