import { expect, test } from 'vitest';
import { DrawingBudget } from './rendering.ts';

test('who has drawn a second’s worth waits until some of it has come back, and nobody else does', () => {
  let now = 0;
  const budget = new DrawingBudget(() => now);
  for (let drawn = 0; drawn < 9; drawn += 1) {
    expect(budget.has('one')).toBe(true);
    budget.spend('one', 120);
  }
  expect([budget.has('one'), budget.has('other')]).toEqual([false, true]);
  now = 700;
  expect(budget.has('one')).toBe(false);
  now = 900;
  expect(budget.has('one')).toBe(true);
  budget.spend('one', 120);
  expect(budget.has('one')).toBe(false);
});

test('what comes back never is more than one began with', () => {
  let now = 0;
  const budget = new DrawingBudget(() => now);
  budget.spend('one', 500);
  now = 3_600_000;
  budget.spend('one', 999);
  expect(budget.has('one')).toBe(true);
  budget.spend('one', 1);
  expect(budget.has('one')).toBe(false);
});

test('of ten thousand askers it is known what they used, and no more', () => {
  const budget = new DrawingBudget(() => 0);
  budget.spend('first', 2_000);
  budget.spend('last', 2_000);
  for (let other = 0; other < 9_999; other += 1) budget.spend(`other ${other}`, 1);
  expect([budget.has('first'), budget.has('last')]).toEqual([true, false]);
});
