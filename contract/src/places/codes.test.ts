import { expect, test } from 'vitest';
import { CODE_LENGTH, CODE_LETTERS, readCode } from './crowd.ts';

test('[PL-11] code: eight unambiguous letters, however typed', () => {
  expect(new Set(CODE_LETTERS).size).toBe(32);
  expect(CODE_LETTERS).not.toMatch(/[ilou]/);
  expect(readCode('k3x8mq2v')).toBe('k3x8mq2v');
  expect(readCode('K3X8MQ2V')).toBe('k3x8mq2v');
  expect(readCode('oOiIlL00')).toBe('00111100');
  for (const wrong of ['', 'k3x8mq2', 'k3x8mq2vv', 'k3x8mq2u', 'k3x8 q2v', 'k3x8mq2가', '../../..'])
    expect([wrong, readCode(wrong)]).toEqual([wrong, null]);
  expect(readCode('K'.repeat(CODE_LENGTH))).toBe('k'.repeat(CODE_LENGTH));
});
