import type { PostSummary } from '@madang/contract/posts/schema';
import { expect, test } from 'vitest';
import { newestByPath } from './news.ts';

const at = (minute: number): string => new Date(minute * 60_000).toISOString();

test('each list by its address; the building list has the newest of any building', () => {
  const boards = { question: at(9), buildingNotice: at(2), 'main-hall': at(3), 'hana-square': at(7) };
  const newest = [{ createdAt: at(9) } as PostSummary];
  expect(newestByPath({ newest, hottest: [], boards, hotAt: at(5) })).toEqual({
    '/board/new': 540_000,
    '/board/hot': 300_000,
    '/board/question': 540_000,
    '/board/buildingNotice': 120_000,
    '/building/main-hall': 180_000,
    '/building/hana-square': 420_000,
    '/building': 420_000,
  });
});

test('nothing is new without known times or posts', () => {
  expect(newestByPath(undefined)).toEqual({});
  expect(newestByPath({ newest: [], hottest: [], boards: {}, hotAt: null })).toEqual({});
});
