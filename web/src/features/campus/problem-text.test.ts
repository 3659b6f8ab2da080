import { expect, it } from 'vitest';
import { describeWait } from './problem-text.ts';

it.each([
  [1, '1초'],
  [59, '59초'],
  [60, '1분'],
  [61, '2분'],
  [3_599, '60분'],
  [3_600, '1시간'],
  [86_400, '24시간'],
])('formats %i seconds naturally, never too short', (seconds, text) => {
  expect(describeWait(seconds)).toBe(text);
});
