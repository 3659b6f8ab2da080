import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import type { Output } from '../../lib/api.ts';
import { emptyPack, mainHall, makeAmenity, me } from '../../testing/answers.ts';
import { hands, holdClock, openApp, passTime } from '../../testing/open-app.tsx';
import { type Answers, refuse } from '../../testing/pretended-server.ts';
import { expectAlert, main } from '../../testing/reading.ts';

type Meals = Output<'GET /api/meals'>;
type Meal = Meals['meals'][number];

const official = { edition: 'official' } as const;
const PATH = '/building/main-hall/view';
const DAY = '2030-11-27';
let made = 0;
const makeMeal = (meal: Meal['meal'], dish: string, hours: string, more: Partial<Meal> = {}): Meal => {
  const [from = '', to = ''] = hours.split('-');
  const id = `00000000-0000-4000-8000-${String((made += 1)).padStart(12, '0')}`;
  const place = { buildingId: 'main-hall', place: '1층 식당', source: '생협' };
  return { id, meal, dish, from, to, corner: '', price: null, soldOut: false, ...place, ...more };
};
const meals: Meals = {
  day: DAY,
  buildings: ['far-hall', 'main-hall'],
  meals: [
    makeMeal('lunch', '쌀국수', '11:00-14:00', { buildingId: 'far-hall', place: '푸드코트' }),
    makeMeal('breakfast', '천원의 아침밥, 미역국', '08:00-09:00', { price: 1000 }),
    makeMeal('lunch', '닭갈비, 미역국', '11:30-13:30', { corner: '한식', price: 5500 }),
    makeMeal('lunch', '치즈돈가스, 수프', '11:30-13:30', { corner: '양식', price: 6500, soldOut: true }),
    makeMeal('dinner', '비빔밥', '17:00-18:30'),
  ],
};
const answers: Answers = {
  'GET /api/buildings/{buildingId}': mainHall,
  'GET /api/buildings/{buildingId}/view': { answered: [], marked: [] },
  'GET /api/buildings': { buildings: [mainHall] },
  'GET /api/events': { events: [] },
  'GET /api/home': { newest: [], hottest: [], boards: {}, hotAt: null, meals: true },
  'GET /api/meals': meals,
};
const setClock = (time: string) => vi.setSystemTime(Date.parse(`${DAY}T${time}+09:00`));
beforeEach(() => {
  holdClock();
  setClock('12:00');
});
const put = 'PUT /api/meals/{id}/sold-out' as const;
const section = async () => {
  const heading = await main().findByRole('heading', { name: '오늘 학식' });
  return within(heading.parentElement ?? document.body);
};

test('[ML-02] building: lists today’s meals with corner, price and hours', async () => {
  await openApp(PATH, answers, official);
  const list = await section();
  expect(list.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)).toEqual([
    '아침 · 1층 식당 · 08:00~09:00',
    '점심 · 1층 식당 · 11:30~13:30',
    '저녁 · 1층 식당 · 17:00~18:30',
  ]);
  expect(list.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    '천원의 아침밥, 미역국1,000원',
    '닭갈비, 미역국한식 · 5,500원닭갈비, 미역국 품절이에요',
    '치즈돈가스, 수프양식 · 6,500원품절치즈돈가스, 수프 품절이에요',
    '비빔밥',
  ]);
  list.getByText('출처: 생협');
});

test('[ML-02] link below the hours: leads to the cafeteria’s meals; absent without a cafeteria', async () => {
  const pack = { ...emptyPack, amenities: [makeAmenity({ buildingId: 'main-hall', kind: '학생식당' })] };
  await openApp(PATH, { ...answers, 'GET /api/campus/pack': pack }, official);
  const link = await main().findByRole<HTMLAnchorElement>('link', { name: '오늘 학식' });
  expect(link.getAttribute('href')).toBe(`${PATH}#meals`);
  await openApp(PATH, { ...answers, 'GET /api/campus/pack': emptyPack }, official);
  await section();
  expect(main().queryByRole('link', { name: '오늘 학식' })).toBeNull();
});

test('[ML-02] day without meals: a message if the week has meals, otherwise nothing', async () => {
  await openApp(PATH, { ...answers, 'GET /api/meals': { ...meals, meals: [] } }, official);
  (await section()).getByText('오늘은 올라온 식단이 없어요.');
  await openApp(PATH, { ...answers, 'GET /api/meals': { day: DAY, buildings: [], meals: [] } }, official);
  await passTime(1);
  expect(screen.queryByText('오늘 학식')).toBeNull();
});

test('[ML-03] 품절이에요: reports and withdraws it while the meal is served', async () => {
  const server = await openApp(
    PATH,
    { ...answers, [put]: { soldOut: false }, 'DELETE /api/meals/{id}/sold-out': { soldOut: false } },
    official,
  );
  const button = (await section()).getByRole('button', { name: '닭갈비, 미역국 품절이에요' });
  await hands.click(button);
  await expectAlert('고마워요. 한 명이 더 알리면 품절이라고 보여요.');
  expect(button.getAttribute('aria-pressed')).toBe('true');
  await hands.click(button);
  await expectAlert('알린 것을 되돌렸어요.');
  expect(button.getAttribute('aria-pressed')).toBe('false');
  server.answer(put, { soldOut: true });
  await hands.click(button);
  await expectAlert('고마워요. 품절이라고 표시했어요.');
  server.answer(put, refuse('meal.notServed'));
  await hands.click((await section()).getByRole('button', { name: '치즈돈가스, 수프 품절이에요' }));
  await expectAlert('지금은 배식 시간이 아니에요.');
  // Impossible after the meal's end.
  await openApp(PATH, answers, official);
  await section();
  setClock('13:30');
  await passTime(60);
  await waitFor(() => expect(screen.queryByRole('button', { name: /품절이에요$/ })).toBeNull());
});

const row = async (path = '/') => {
  await openApp(path, answers, official);
  return main().findByRole('link', { name: /^오늘 / });
};

test('[ML-02] home: one row with the current or next meal', async () => {
  setClock('08:30');
  expect((await row()).textContent).toBe('오늘 아침 천원의 아침밥본관 · 08:00~09:00');
  setClock('10:59');
  expect((await row()).textContent).toMatch(/^오늘 점심 쌀국수/);
  setClock('17:00');
  const link = await row();
  expect(link.textContent).toBe('오늘 저녁 비빔밥본관 · 17:00~18:30');
  expect(link.getAttribute('href')).toBe('/building/main-hall/view#meals');
  setClock('18:30');
  await openApp('/', answers, official);
  await main().findByText('오늘 학식은 끝났어요.');
});

test.each([
  ['after dinner', meals.meals, '2030-11-28', '내일 아침 미역국본관 · 08:00~09:00'],
  ['over a weekend', meals.meals, '2030-12-02', '월요일 아침 미역국본관 · 08:00~09:00'],
  ['a day without', [], '2030-11-28', '내일 아침 미역국본관 · 08:00~09:00 · 오늘은 올라온 식단이 없어요.'],
])('[ML-02] home: names the next meal by its main dish: %s', async (_, today, day, said) => {
  setClock('18:30');
  const next = { day, meals: [makeMeal('breakfast', '쌀밥, 미역국', '08:00-09:00')] };
  await openApp('/', { ...answers, 'GET /api/meals': { ...meals, meals: today, next } }, official);
  const link = (await main().findByText(/미역국/)).closest('a');
  expect([link?.textContent, link?.getAttribute('href')]).toEqual([said, '/building/main-hall/view#meals']);
});

test('[ML-02] pinned building: comes first, and sold-out dishes are left out', async () => {
  await openApp(
    '/',
    {
      ...answers,
      'GET /api/session': { user: me, pins: [{ id: 'main-hall', name: '본관', picture: null }] },
    },
    official,
  );
  expect((await main().findByRole('link', { name: /^오늘 점심/ })).textContent).toBe(
    '오늘 점심 닭갈비본관 · 11:30~13:30',
  );
});

test('[ML-02] home: shows a message if there are no meals today but some this week, otherwise nothing', async () => {
  await openApp('/', { ...answers, 'GET /api/meals': { ...meals, meals: [] } }, official);
  await main().findByText('오늘은 올라온 식단이 없어요.');
  const { meals: _, ...home } = answers['GET /api/home'] as Output<'GET /api/home'>;
  const server = await openApp('/', { ...answers, 'GET /api/home': home }, official);
  await main().findByText('아직 글이 없습니다. 첫 글을 남겨 보세요.');
  expect(server.asked('GET /api/meals')).toEqual([]);
});
