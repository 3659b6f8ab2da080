import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { campusSettings } from '@madang/contract/campus/schema';
import settings from '../../../../campus/campus.json';
import { campus, mainHall, makePost } from '../../testing/answers.ts';
import { hands, openApp } from '../../testing/open-app.tsx';
import type { Answers } from '../../testing/pretended-server.ts';
import { expectPath, expectTitles, main } from '../../testing/reading.ts';

const CATEGORIES = ['인문', '이공', '의과·자연'];

/** The building list is prefetched. */
const openKeywords = (answers: Answers = {}) =>
  openApp('/keyword', { 'GET /api/buildings': { buildings: [mainHall] }, ...answers });
const tiles = async () => within(await main().findByRole('list')).getAllByRole('button');
const chooser = () => within(screen.getByRole('dialog'));
const icons = async () => (await tiles()).map((tile) => tile.querySelector('svg')?.innerHTML ?? '');

test('[SC-30] twelve tiles with own icons ask for one of three categories', async () => {
  const keywordIcons = campusSettings.shape.keywordIcons.parse(settings.keywordIcons);
  await openKeywords({ 'GET /api/campus': { ...campus, keywordIcons } });
  expect((await tiles()).map(({ textContent }) => textContent)).toEqual(
    campus.keywords.map((name) => `${name}장소`),
  );
  expect(new Set(await icons()).size).toBe(12);
  expect(await icons()).not.toContain('');
  for (const [index, keyword] of campus.keywords.entries()) {
    await hands.click((await tiles())[index] ?? document.body);
    chooser().getByRole('heading', { name: `${keyword} 장소` });
    const links = chooser().getAllByRole<HTMLAnchorElement>('link');
    expect(links.map(({ textContent, pathname }) => [textContent, pathname])).toEqual(
      CATEGORIES.map((name, at) => [name, `/keyword/${index + 1}/${at + 1}`]),
    );
    // The phone's back button only closes the sheet.
    act(() => window.history.back());
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await expectPath('/keyword');
  }
});

test('[EV-07] official edition: a tile names only its keyword and opens it at once', async () => {
  await openApp(
    '/keyword',
    {
      'GET /api/buildings': { buildings: [mainHall] },
      'GET /api/places/now': { at: null, lead: null, keywords: [] },
    },
    { edition: 'official' },
  );
  const links = within(await main().findByRole('list')).getAllByRole('link');
  expect(links.map(({ textContent }) => textContent)).toEqual(campus.keywords);
});

test('campus without configured icons: keywords have default ones', async () => {
  await openKeywords();
  expect(await icons()).toHaveLength(12);
  expect(await icons()).not.toContain('');
});

test('[SC-31] results: posts of keyword and category in the given order; the address has the choice', async () => {
  const server = await openKeywords({
    'GET /api/keywords/{keywordId}/{categoryId}/posts': ({ path }) => ({
      posts: ['새 글', '옛 글'].map((title) => makePost({ title: `${path['categoryId']} ${title}` })),
      nextCursor: null,
    }),
  });
  for (const [index, category] of CATEGORIES.entries()) {
    if (index > 0) await hands.click(await screen.findByRole('button', { name: '뒤로' }));
    await expectPath('/keyword');
    await hands.click(await screen.findByRole('button', { name: /^팀플/ }));
    await hands.click(chooser().getByRole('link', { name: category }));
    await expectPath(`/keyword/2/${index + 1}`);
    await screen.findByRole('heading', { level: 1, name: `팀플 장소 · ${category}` });
    await expectTitles([`${index + 1} 새 글`, `${index + 1} 옛 글`]);
    expect(screen.queryByRole('dialog')).toBeNull();
  }
  expect(server.asked('GET /api/keywords/{keywordId}/{categoryId}/posts').map(({ path }) => path)).toEqual(
    [1, 2, 3].map((id) => ({ keywordId: '2', categoryId: String(id) })),
  );
});

test('[EV-07] official edition: a keyword opens all its posts, and categories are chips', async () => {
  const server = await openApp(
    '/keyword',
    {
      'GET /api/buildings': { buildings: [mainHall] },
      'GET /api/keywords/{keywordId}/{categoryId}/posts': ({ path }) => ({
        posts: [makePost({ title: `글 ${path['categoryId']}` })],
        nextCursor: null,
      }),
    },
    { edition: 'official' },
  );
  await hands.click(await main().findByRole('link', { name: /^팀플/ }));
  await expectPath('/keyword/2/0');
  await expectTitles(['글 0']);
  const chips = () => within(main().getByRole('navigation', { name: '분류' }));
  const current = () =>
    chips()
      .getAllByRole('link', { current: 'page' })
      .map(({ textContent }) => textContent);
  expect(
    chips()
      .getAllByRole('link')
      .map(({ textContent }) => textContent),
  ).toEqual(['전체', ...CATEGORIES]);
  expect(current()).toEqual(['전체']);
  await hands.click(chips().getByRole('link', { name: '이공' }));
  await expectPath('/keyword/2/2');
  await expectTitles(['글 2']);
  expect(current()).toEqual(['이공']);
  // A chip adds no history entry.
  await hands.click(screen.getByRole('button', { name: '뒤로' }));
  await expectPath('/keyword');
  expect(server.asked('GET /api/keywords/{keywordId}/{categoryId}/posts')).toHaveLength(2);
});

test('[EV-07] beta edition: has no list of all categories', async () => {
  await openApp('/keyword/2/0', {
    'GET /api/keywords/{keywordId}/{categoryId}/posts': { posts: [], nextCursor: null },
    'GET /api/events': { events: [] },
    'GET /api/buildings': { buildings: [] },
  });
  await expectPath('/');
});
