import { expect, test } from 'vitest';
import { isServed, mainDish, mealAt, mondayOf, type MealName } from './meals.ts';

const at = (time: string) => Date.parse(`2026-11-25T${time}Z`);
const offer = (meal: MealName, hours: string, place = 'a', buildingId = 'hall') => {
  const [from = '', to = ''] = hours.split('-');
  return { meal, from, to, place, buildingId };
};
const day = [
  offer('breakfast', '08:00-09:00'),
  offer('lunch', '11:30-13:30'),
  offer('lunch', '11:30-13:30'),
  offer('dinner', '17:00-18:30'),
  offer('breakfast', '08:00-09:30', 'b'),
  offer('lunch', '10:30-14:00', 'b', 'far'),
];
const now = (time: string, near: string[] = []) =>
  mealAt(day, at(time), near).map(({ meal, place }) => `${meal} ${place}`);

test('[ML-02] meals of a cafeteria: breakfast until its end, then lunch, then dinner', () => {
  expect(now('06:00')).toEqual(['breakfast a']);
  expect(now('08:59')).toEqual(['breakfast a']);
  expect(now('09:00')).toEqual(['breakfast b']);
  expect(now('09:30')).toEqual(['lunch b']);
  expect(now('11:00')).toEqual(['lunch b']);
  expect(now('13:30')).toEqual(['lunch b']);
  expect(now('14:00')).toEqual(['dinner a']);
  expect(now('18:29')).toEqual(['dinner a']);
  expect(now('18:30')).toEqual([]);
  expect(mealAt([], at('12:00'))).toEqual([]);
});

test('[ML-02] cafeterias in near buildings: first, while they serve the meal', () => {
  expect(now('11:00', ['hall'])).toEqual(['lunch a', 'lunch a']);
  expect(now('13:30', ['hall'])).toEqual(['lunch b']);
  expect(now('12:00', ['far'])).toEqual(['lunch b']);
});

test('[ML-03] a meal is served from its first minute until its end', () => {
  const served = (time: string) => isServed(offer('lunch', '11:30-13:30'), at(time));
  expect(['11:29', '11:30', '13:29', '13:30'].map(served)).toEqual([false, true, true, false]);
});

test.each([
  ['쌀밥, 소고기미역국, 달걀찜', '소고기미역국'],
  ['흑미밥, 쌀밥, 닭조림', '닭조림'],
  ['제육볶음, 쌀밥', '제육볶음'],
  ['김치볶음밥, 달걀국', '김치볶음밥'],
  ['콩나물국밥', '콩나물국밥'],
  ['쌀밥', '쌀밥'],
])('[ML-02] the main dish of %s is %s', (dish, main) => expect(mainDish(dish)).toBe(main));

test('[ML-01] a week begins on Monday', () => {
  expect(['2026-11-22', '2026-11-23', '2026-11-29', '2027-01-01'].map(mondayOf)).toEqual([
    '2026-11-16',
    '2026-11-23',
    '2026-11-23',
    '2026-12-28',
  ]);
});
