import type { PostSummary } from '@madang/contract/posts/schema';
import { screen } from '@testing-library/react';
import type { Output } from '../lib/api.ts';
import { mainHall } from './answers.ts';
import { fill, openApp, press } from './open-app.tsx';
import type { Answers } from './pretended-server.ts';
import { expectPath } from './reading.ts';

// Common parts of the search tests.

export type Found = Output<'GET /api/search'>;

export const official = { edition: 'official' } as const;
export const found = (searched: string, posts: PostSummary[] = [], more: Partial<Found> = {}): Found => ({
  searched,
  shortened: false,
  scope: 'texts',
  places: [],
  posts,
  nextCursor: null,
  ...more,
});
export const building = (id: string, name: string) => ({ ...mainHall, id, name });
export const halls = Array.from({ length: 9 }, (_, index) => building(`hall-${index}`, `제${index}기념관`));
export const answers: Answers = {
  'GET /api/buildings': {
    buildings: [building('science-library', '과학도서관'), building('central-plaza', '중앙광장'), ...halls],
  },
  'GET /api/search': ({ query }) => found(query['query'] ?? ''),
  'GET /api/search/similar': { posts: [] },
  'GET /api/events': { events: [] },
};

export const foundAt = (query: string) => `/search?${new URLSearchParams({ query })}`;
export const box = () => screen.getByRole<HTMLInputElement>('searchbox', { name: '검색어' });
export const marks = () =>
  [...document.querySelectorAll('article mark')].map(({ textContent }) => textContent);
export const openFound = (query: string, more: Answers = {}) =>
  openApp(foundAt(query), { ...answers, ...more }, official);
export const submit = () => press('검색');

export async function search(query: string): Promise<void> {
  fill(box(), query);
  await submit();
  await expectPath(foundAt(query.trim()));
}
