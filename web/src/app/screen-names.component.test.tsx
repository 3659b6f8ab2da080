import { act, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { navigate } from '../lib/router.tsx';
import { board, mainHall, makeEvent, makeHot, makePost, makeWholePost } from '../testing/answers.ts';
import { hands, openApp, press } from '../testing/open-app.tsx';
import { type Answers, hold } from '../testing/pretended-server.ts';
import { expectPath } from '../testing/reading.ts';

const card = makePost({ buildingId: 'question', title: '초점이 옮겨 가는 글' });
const post = { ...makeWholePost(), id: card.id, buildingId: 'question', title: card.title };
const hot = makeHot();
const event = makeEvent();
const answers: Answers = {
  'GET /api/events': { events: [event] },
  'GET /api/events/{id}': event,
  'GET /api/buildings': { buildings: [mainHall] },
  'GET /api/buildings/{buildingId}': board('question', 'question', '질문 게시판'),
  'GET /api/buildings/{buildingId}/posts': { posts: [card], nextCursor: null },
  'GET /api/posts/{id}': post,
  'GET /api/posts/{id}/replies': { replies: [], nextAfter: null },
  'GET /api/hots': { hots: [hot], nextCursor: null },
  'GET /api/hots/{id}': hot,
};

const headings = () => screen.getAllByRole('heading', { level: 1 });
const hasFocus = () => document.activeElement === headings()[0];

/** Expects one heading, equal to the document's title. */
const expectNamed = (name: string) =>
  waitFor(() => {
    expect(headings().map(({ textContent }) => textContent)).toEqual([name]);
    expect(document.title).toBe(`${name} · 마당`);
  });

/** Expects the focus on the new screen's heading, as after a page load. */
async function expectFocusMoved(name: string): Promise<void> {
  await expectNamed(name);
  expect(hasFocus()).toBe(true);
}

const follow = async (name: string) =>
  hands.click((await screen.findAllByRole('link', { name }))[0] as Element);

test('the focus moves to the heading of a new screen, forwards and back', async () => {
  await openApp('/', answers);
  await expectNamed('홈');
  await follow('질문 게시판');
  await expectFocusMoved('질문 게시판');
  await follow(card.title);
  await expectFocusMoved(card.title);
  // The focus stays while comments arrive.
  await screen.findByText('아직 댓글이 없습니다.');
  expect(hasFocus()).toBe(true);
  await press('뒤로');
  await expectFocusMoved('질문 게시판');
  await follow('글쓰기');
  await expectFocusMoved('글쓰기');
  act(() => window.history.back());
  await expectFocusMoved('질문 게시판');
  await press('뒤로');
  await expectFocusMoved('홈');
  for (const [tab, name] of [
    ['건물', '건물'],
    ['키워드', '어떤 장소를 찾으세요?'],
    ['마이페이지', '마이페이지'],
    ['홈', '홈'],
  ] as const) {
    await follow(tab);
    await expectFocusMoved(name);
  }
});

test('a loading screen has its name and the focus, also afterwards', async () => {
  for (const [path, key, value, title] of [
    [`/post/${post.id}`, 'GET /api/posts/{id}', post, post.title],
    [`/hotpost/${hot.id}`, 'GET /api/hots/{id}', hot, hot.title],
  ] as const) {
    const held = hold(value);
    await openApp('/keyword', { ...answers, [key]: held.answer });
    await expectNamed('어떤 장소를 찾으세요?');
    // A link without the post's state, such as the one after a login.
    act(() => navigate(path));
    await expectPath(path);
    await waitFor(() => expect(document.title).not.toContain('어떤 장소를 찾으세요?'));
    expect([headings().length, hasFocus()]).toEqual([1, true]);
    expect(headings()[0]?.textContent).not.toBe(title);
    held.release();
    await expectFocusMoved(title);
  }
});
