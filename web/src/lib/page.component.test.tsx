import { afterEach, expect, test } from 'vitest';
import { findControlsUnder } from './page.ts';

const { elementsFromPoint } = document;
afterEach(() => void (document.elementsFromPoint = elementsFromPoint));

test('element without a size, such as a message behind a dialog: covers nothing', () => {
  const asked: number[] = [];
  document.elementsFromPoint = (...point) => {
    asked.push(...point);
    return [];
  };
  expect(findControlsUnder(document.createElement('div')).size).toBe(0);
  expect(asked.filter((one) => !Number.isFinite(one))).toEqual([]);
});
