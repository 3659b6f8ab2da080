import { endpoints } from '@madang/contract/endpoints';
import { expect, test } from 'vitest';
import { limits } from './limits.ts';

test('every limited call says so in the contract, and no other', () => {
  const declared = Object.entries(endpoints).filter(([, { problems }]) =>
    (problems as readonly string[]).includes('limit.reached'),
  );
  expect(declared.map(([name]) => name).sort()).toEqual(Object.keys(limits).sort());
});
