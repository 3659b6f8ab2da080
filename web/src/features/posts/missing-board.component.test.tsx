import { screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { board, mainHall, makePost } from '../../testing/answers.ts';
import { hands, openApp } from '../../testing/open-app.tsx';
import { type Answers, refuse } from '../../testing/pretended-server.ts';
import { expectPath, main, path } from '../../testing/reading.ts';

const posts = { posts: [makePost()], nextCursor: null };
const missing: Answers = {
  'GET /api/buildings': { buildings: [mainHall] },
  'GET /api/buildings/{buildingId}': refuse('resource.missing'),
  'GET /api/buildings/{buildingId}/posts': refuse('resource.missing'),
  'GET /api/festival/posts': posts,
  'GET /api/events': { events: [] },
};

const pen = () => screen.queryByRole('link', { name: /쓰기/ });
const countMessages = () => {
  const info = vi.spyOn(console, 'info').mockReturnValue();
  return () => info.mock.calls.filter(([message]) => message === 'No such document!').length;
};

/** Expects the missing-place message, without an alert or a write button. */
async function expectNoSuchPlace(text: string): Promise<void> {
  await main().findByText(text, { exact: true });
  expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1);
  expect(screen.queryByRole('alert')).toBeNull();
  expect(main().queryByRole('status')).toBeNull();
  expect(screen.queryByText(/불러오지 못했습니다|문제가 발생했습니다|오류가 발생했습니다|아직/)).toBeNull();
  expect(pen()).toBeNull();
}

test('[ER-15] missing building: shows a message, without write button, with a link to the list', async () => {
  const messages = countMessages();
  const server = await openApp('/building/no-such-hall', missing);
  await waitFor(() => expect(messages()).toBe(1));
  await expectNoSuchPlace('없는 건물입니다.');
  expect(path()).toBe('/building/no-such-hall');
  await hands.click(main().getByRole('link', { name: '건물 목록으로' }));
  await expectPath('/building');

  // Also inside the app; the next building has its write button.
  await hands.click(await main().findByRole('link', { name: /본관/ }));
  await waitFor(() => expect(messages()).toBe(2));
  await expectNoSuchPlace('없는 건물입니다.');
  await hands.click(main().getByRole('link', { name: '건물 목록으로' }));
  server.answer('GET /api/buildings/{buildingId}', mainHall);
  server.answer('GET /api/buildings/{buildingId}/posts', posts);
  await hands.click(await main().findByRole('link', { name: /본관/ }));
  await main().findByText(posts.posts[0]?.title ?? 'no title');
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('본관');
  expect(pen()).not.toBeNull();
  expect(messages()).toBe(2);
});

test('[ER-15] board without a document: shows a message, without write button, with a link home', async () => {
  const messages = countMessages();
  for (const [index, boardPath] of [
    '/board/question',
    '/board/buildingNotice',
    '/board/festival',
  ].entries()) {
    await openApp(boardPath, missing);
    await waitFor(() => expect(messages()).toBe(index + 1));
    await expectNoSuchPlace('없는 게시판입니다.');
    await hands.click(main().getByRole('link', { name: '홈으로' }));
    await expectPath('/');
    await main().findByRole('link', { name: '질문 게시판' });
  }
  await openApp('/board/question', {
    'GET /api/buildings/{buildingId}': board('question', 'question', '질문 게시판'),
    'GET /api/buildings/{buildingId}/posts': posts,
  });
  await main().findByText(posts.posts[0]?.title ?? 'no title');
  expect(pen()).not.toBeNull();
  expect(messages()).toBe(3);
});
