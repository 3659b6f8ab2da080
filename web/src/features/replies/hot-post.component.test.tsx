import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { makeHot, makeWholePost } from '../../testing/answers.ts';
import { fill, hands, openApp, press } from '../../testing/open-app.tsx';
import { type Answers, hold, refuse } from '../../testing/pretended-server.ts';
import { expectAlert, expectPath, expectTitles, field, main } from '../../testing/reading.ts';

const WAIT = '잠시만 기다려 주세요…';
const MISSING = '문제가 발생했습니다.';
const BETA = '베타 버전에서는 아직 인기글에 좋아요를 누를 수 없습니다.';

const hot = makeHot();
const path = `/hotpost/${hot.id}`;
const post = {
  ...makeWholePost(),
  id: hot.postId,
  title: hot.title,
  keywords: ['추천 장소'],
  likeCount: 10,
  // The promotion has another date.
  createdAt: '2026-11-18T03:00:00.000Z',
  contents: [
    { format: 'text' as const, text: '첫 줄입니다.\n둘째 줄입니다.' },
    { format: 'image' as const, image: '/uploads/a.webp', width: 10, height: 10, description: '' },
  ],
};
const answers: Answers = {
  'GET /api/hots': { hots: [hot, makeHot()], nextCursor: null },
  'GET /api/hots/{id}': hot,
  'GET /api/posts/{id}': post,
  'GET /api/posts/{id}/replies': { replies: [], nextAfter: null },
};

const like = () => screen.getByRole('button', { name: /^좋아요/ });
const waiting = () => screen.queryByText(WAIT);

test('[SC-23] popular post: complete, but the beta’s like button only shows an alert', async () => {
  for (const liked of [false, true]) {
    const server = await openApp(path, {
      ...answers,
      'GET /api/posts/marks': { liked: liked ? [post.id] : [], scrapped: [] },
      'POST /api/posts/{id}/replies': hold(undefined as never).answer,
    });
    await screen.findByRole('heading', { level: 1, name: hot.title });
    const article = within((await main().findAllByRole('article'))[0] ?? document.body);
    for (const text of ['다른학생', '#추천 장소', '2026/11/18 12:00'])
      await article.findByText(text, { exact: true });
    expect(article.getByText(/^첫 줄입니다/).textContent).toBe('첫 줄입니다.\n둘째 줄입니다.');
    await waitFor(() => expect(document.querySelectorAll('article img')).toHaveLength(1));
    await waitFor(() => expect(like().getAttribute('aria-pressed')).toBe(String(liked)));
    await hands.click(like());
    await expectAlert(BETA);
    expect([like().textContent, like().getAttribute('aria-pressed')]).toEqual(['10', String(liked)]);
    await press('스크랩');
    await expectAlert('정식 버전에서 다시 만나요!');
    expect(server.writes()).toBe(0);
    fill(field('댓글을 입력하세요'), '고맙습니다');
    await press('보내기');
    await waitFor(() =>
      expect(server.asked('POST /api/posts/{id}/replies')).toMatchObject([
        { path: { id: hot.postId }, body: { body: '고맙습니다' } },
      ]),
    );
  }
});

test('[SC-24] [RT-19] popular post: renders at once from the list while the rest loads; back leads to the list', async () => {
  const held = hold(post);
  const server = await openApp('/board/hot', { ...answers, 'GET /api/posts/{id}': held.answer });
  await hands.click((await main().findAllByRole('link', { name: hot.title }))[0] ?? document.body);
  await expectPath(path);
  await screen.findByRole('heading', { level: 1, name: hot.title });
  expect(waiting()).not.toBeNull();
  await waitFor(() => expect(server.asked('GET /api/posts/{id}')).toHaveLength(1));
  held.release();
  await waitFor(() => expect(waiting()).toBeNull());
  expect(server.asked('GET /api/hots/{id}')).toEqual([]);
  await press('뒤로');
  await expectPath('/board/hot');
});

test('[SC-24] popular post without the list: loads by id; back leads to the list', async () => {
  const [entry, whole] = [hold(hot), hold(post)];
  await openApp(path, {
    ...answers,
    'GET /api/hots/{id}': entry.answer,
    'GET /api/posts/{id}': whole.answer,
  });
  await screen.findByText(WAIT);
  entry.release();
  await screen.findByRole('heading', { level: 1, name: hot.title });
  expect(waiting()).not.toBeNull();
  whole.release();
  await waitFor(() => expect(waiting()).toBeNull());
  await press('뒤로');
  await expectPath('/board/hot');
  await expectTitles([hot.title, hot.title]);
});

test('[SC-24] [RT-22] popular post that is gone or unknown: shows an error', async () => {
  const open = async (from: string): Promise<void> => {
    await openApp(from, {
      ...answers,
      'GET /api/hots/{id}': refuse('resource.missing'),
      'GET /api/posts/{id}': refuse('resource.missing'),
    });
    if (from !== '/board/hot') return;
    await hands.click((await main().findAllByRole('link', { name: hot.title }))[0] ?? document.body);
  };
  for (const from of ['/board/hot', path, '/hotpost/1', '/hotpost/nowhere', '/hotpost/%EC%97%86%EC%9D%8C']) {
    await open(from);
    const message = await main().findByRole('alert');
    expect(message.textContent).toContain(MISSING);
    expect(screen.queryByRole('heading', { name: hot.title })).toBeNull();
    expect([waiting(), screen.queryByRole('textbox')]).toEqual([null, null]);
    await hands.click(within(message).getByRole('link'));
    await expectPath('/board/hot');
  }
});
