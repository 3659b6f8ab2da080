import { expect, test } from 'vitest';
import { BUILT_FEATURES, FEATURE_NEEDS, FEATURES, findMissingNeed } from './rules.ts';

test('a feature without one that it needs is found, and which that is', () => {
  expect(findMissingNeed(['pictures'])).toEqual({ feature: 'pictures', need: 'ownContent' });
  expect(findMissingNeed(['search', 'notifications', 'ownContent'])).toEqual({
    feature: 'notifications',
    need: 'threads',
  });
  expect(findMissingNeed(['ownContent', 'moderation', 'pictures'])).toBeNull();
  expect(findMissingNeed([])).toBeNull();
});

test('what is built lacks nothing that it needs, and neither does everything', () => {
  expect(findMissingNeed(BUILT_FEATURES)).toBeNull();
  expect(findMissingNeed(FEATURES)).toBeNull();
});

test('what a feature needs can stand alone, so that one line names all that must be added', () => {
  for (const need of Object.values(FEATURE_NEEDS).flat()) expect(FEATURE_NEEDS[need]).toBeUndefined();
});
