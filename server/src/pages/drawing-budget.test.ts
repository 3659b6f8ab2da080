import { expect, test } from 'vitest';
import { DrawingBudget } from './rendering.ts';

test('client that used a second of rendering: waits until some returns, unlike other clients', () => {
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

test('returned budget: never exceeds the initial one', () => {
  let now = 0;
  const budget = new DrawingBudget(() => now);
  budget.spend('one', 500);
  now = 3_600_000;
  budget.spend('one', 999);
  expect(budget.has('one')).toBe(true);
  budget.spend('one', 1);
  expect(budget.has('one')).toBe(false);
});

test('usage: stored for ten thousand clients, and no more', () => {
  const budget = new DrawingBudget(() => 0);
  budget.spend('first', 2_000);
  budget.spend('last', 2_000);
  for (let other = 0; other < 9_999; other += 1) budget.spend(`other ${other}`, 1);
  expect([budget.has('first'), budget.has('last')]).toEqual([true, false]);
});
