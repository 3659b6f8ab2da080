import { expect, test } from 'vitest';
import { isCurrent } from './cache.ts';

test.for([
  ['W/"a"', 'the tag itself'],
  ['"a"', 'its strong form, from who knew the strong one'],
  ['"x", W/"a"', 'one of a list'],
  ['"x,y",W/"b" ,"a"', 'one of a list with a comma inside of a tag'],
  ['*', 'whatever there is'],
] as const)('%s: %s is current', ([header]) => {
  expect(isCurrent(header, 'W/"a"')).toBe(true);
  expect(isCurrent(header, '"a"')).toBe(true);
});

test.for([[undefined], [''], ['"b"'], ['W/"b", "c"'], ['a'], ['w/a'], ['"a'], ['"aa"'], ['"x"*'], ['"']])(
  '%s is not',
  ([header]) => {
    expect(isCurrent(header, 'W/"a"')).toBe(false);
  },
);

test('a header of many quotes costs no more than its length', () => {
  expect(isCurrent('"'.repeat(16_000), '"a"')).toBe(false);
  expect(isCurrent('W/"'.repeat(5_000), '"a"')).toBe(false);
});
