import { SCREENS } from '@madang/contract/screens';
import { afterEach, expect, it } from 'vitest';
import { eventsQuery, noticesQuery } from '../../features/bulletin/bulletin-queries.ts';
import {
  buildingQuery,
  buildingsQuery,
  campusQuery,
  packQuery,
} from '../../features/campus/campus-queries.ts';
import {
  boardPostsQuery,
  festivalPostsQuery,
  homeQuery,
  hotsKey,
  keywordPostsQuery,
  latestPostsQuery,
  listPages,
  postQuery,
} from '../../features/posts/post-queries.ts';
import { repliesQuery } from '../../features/replies/reply-queries.ts';
import { ask, forgetDrawn, giveAnswers } from '../../lib/api.ts';
import { findKept, readAnswers } from './kept-queries.ts';

afterEach(forgetDrawn);

const queries = {
  '/api/campus': campusQuery,
  '/api/campus/pack': packQuery,
  '/api/home': homeQuery,
  '/api/events': eventsQuery,
  '/api/notices': noticesQuery,
  '/api/buildings': buildingsQuery,
  '/api/buildings/main-hall': buildingQuery('main-hall'),
  '/api/buildings/main-hall/posts?order=popular': boardPostsQuery('main-hall', 'popular'),
  '/api/posts/latest': latestPostsQuery,
  '/api/festival/posts?filter=2': festivalPostsQuery('2'),
  '/api/keywords/3/11/posts': keywordPostsQuery(3, 11),
  '/api/hots': listPages(hotsKey, (at) => ask('GET /api/hots', { query: at })),
  '/api/posts/one': postQuery('one'),
  '/api/posts/one/replies?after=0': repliesQuery('one'),
};
const answer = { posts: [], hots: [], replies: [], events: [1], notices: [2], buildings: [3] };

it.each(Object.entries(queries))(
  '[PH-02] readAnswers: %s is stored as its query holds it when it comes with a page',
  (address, { queryKey, initialData }) => {
    const answers = { [`GET ${address}`]: answer };
    giveAnswers(answers);
    const data = typeof initialData === 'function' ? initialData() : undefined;
    expect(readAnswers(answers)).toEqual([{ queryKey, data }]);
    expect(data).toBeDefined();
    expect(findKept(queryKey)).toBeDefined();
  },
);

it('[PH-02] readAnswers: restores a screen’s included answers for display and storage', () => {
  const asked = SCREENS.flatMap(({ asks = [], asksOfficially = [] }) => [...asks, ...asksOfficially]).map(
    (call) => call.replace(/\{\w+:(\w+)[^}]*\}/, '$1').replaceAll(/:\w+/g, '1'),
  );
  const unknown = asked.filter((call) => readAnswers({ [`GET ${call}`]: answer }).length === 0);
  expect([...new Set(unknown)].toSorted()).toEqual([
    '/api/buildings/1/view',
    '/api/codes/1',
    '/api/events/1',
    '/api/hots/1',
    '/api/legal/privacy',
    '/api/legal/terms',
    '/api/notices/1',
    '/api/office?token={token}',
    '/api/places/now',
    '/api/rooms',
    '/api/tickets',
    '/api/voices',
  ]);
});
