import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { makePost, makeWholePost } from '../../testing/answers.ts';
import { hands, openApp } from '../../testing/open-app.tsx';
import { main } from '../../testing/reading.ts';

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
const FULL = /\d{4}\/\d{2}\/\d{2} \d{2}:\d{2}/;

test('[EV-04] post: shows its age and that it was edited; a tap shows both times in full', async () => {
  const post = { ...makeWholePost(), createdAt: minutesAgo(8.5), editedAt: minutesAgo(2.5), revision: 2 };
  await openApp(
    `/post/${post.id}`,
    {
      'GET /api/posts/{id}': post,
      'GET /api/posts/{id}/replies': { replies: [], nextAfter: null },
    },
    { edition: 'official' },
  );
  const time = await within(await screen.findByRole('article')).findByRole('button', { name: FULL });
  expect(time.querySelector('[aria-hidden]')?.textContent).toBe('8분 전');
  expect([time.textContent?.match(/수정됨/g)?.length, time.getAttribute('aria-expanded')]).toEqual([
    1,
    'false',
  ]);
  await hands.click(time);
  expect(time.getAttribute('aria-expanded')).toBe('true');
  expect(time.textContent).toMatch(/^\d{4}\/.+ · 수정됨 \d{4}\//);
  await hands.click(time);
  expect(time.querySelector('[aria-hidden]')?.textContent).toBe('8분 전');
});

test('[EV-04] card time: short on screen, full for a screen reader; the beta keeps its wording', async () => {
  const posts = [{ ...makePost(), createdAt: minutesAgo(0.1) }];
  for (const edition of ['official', 'beta'] as const) {
    await openApp('/board/new', { 'GET /api/posts/latest': { posts } }, { edition });
    const card = await main().findByRole('article');
    const time = card.querySelector('time');
    expect(time?.querySelector('[aria-hidden]')?.textContent ?? time?.textContent).toBe(
      edition === 'official' ? '방금' : '0분 전',
    );
    expect(FULL.test(time?.textContent ?? '')).toBe(edition === 'official');
  }
});
