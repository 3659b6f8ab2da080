import { afterEach, expect, test } from 'vitest';
import { findControlsUnder } from './page.ts';

const { elementsFromPoint } = document;
afterEach(() => void (document.elementsFromPoint = elementsFromPoint));

test('what has no size, as a message behind a dialog, is over nothing and asks for no impossible point', () => {
  const asked: number[] = [];
  document.elementsFromPoint = (...point) => {
    asked.push(...point);
    return [];
  };
  expect(findControlsUnder(document.createElement('div')).size).toBe(0);
  expect(asked.filter((one) => !Number.isFinite(one))).toEqual([]);
});
