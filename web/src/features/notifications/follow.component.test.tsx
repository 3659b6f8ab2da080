import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { makeWholePost, me } from '../../testing/answers.ts';
import { hands, openApp } from '../../testing/open-app.tsx';
import { type Answers, CUT, hold, refuse } from '../../testing/pretended-server.ts';
import { expectAlert } from '../../testing/reading.ts';

const official = { edition: 'official' } as const;
const post = makeWholePost();
const put = 'PUT /api/posts/{id}/follow' as const;
const answers: Answers = {
  'GET /api/posts/{id}': post,
  'GET /api/posts/{id}/replies': { replies: [], nextAfter: null },
  'GET /api/posts/{id}/own-reports': { reports: [] },
  'GET /api/posts/{id}/reply-marks': { liked: [], muted: true, followed: false, unread: 0 },
  [put]: undefined,
  'DELETE /api/posts/{id}/follow': undefined,
};

const row = (name: string) => screen.findByRole('button', { name });
const openMenu = async () =>
  hands.click(await within(screen.getByRole('banner')).findByRole('button', { name: '더보기' }));
const expectClosed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

test('[EV-06] post menu: follows and unfollows, once per double tap', async () => {
  const server = await openApp(`/post/${post.id}`, answers, official);
  const held = hold(undefined);
  server.answer(put, held.answer);
  await openMenu();
  await row('이 글 알림 켜기');
  await hands.dblClick(await row('이 글 팔로우'));
  held.release();
  await expectAlert('새 댓글이 달리면 알려 드릴게요.');
  await expectClosed();
  expect(server.asked(put).map(({ path }) => path['id'])).toEqual([post.id]);
  await openMenu();
  // Following a muted post unmutes it.
  await row('이 글 알림 끄기');
  await hands.click(await row('이 글 팔로우 취소'));
  await expectAlert('팔로우를 취소했어요.');
  await expectClosed();
  expect(server.asked('DELETE /api/posts/{id}/follow')).toHaveLength(1);
  await openMenu();
  await row('이 글 팔로우');
});

test('[EV-06] failed follow: shows the reason and keeps the menu state', async () => {
  const server = await openApp(`/post/${post.id}`, answers, official);
  await openMenu();
  for (const [answer, said] of [
    [CUT, '마당 서버가 잠시 쉬고 있어요.'],
    [refuse('resource.missing'), '이미 삭제되었습니다.'],
    [refuse('follow.full'), '팔로우는 500개까지 할 수 있어요. 다른 글의 팔로우를 취소하고 다시 눌러 주세요.'],
  ] as const) {
    server.answer(put, answer);
    await hands.click(await row('이 글 팔로우'));
    await expectAlert(said);
  }
  await row('이 글 팔로우');
});

test('[EV-06] own post: cannot be followed, as it notifies anyway', async () => {
  await openApp(
    `/post/${post.id}`,
    { ...answers, 'GET /api/posts/{id}': { ...post, authorId: me.id } },
    official,
  );
  await openMenu();
  await row('이 글 알림 켜기');
  expect(screen.queryByRole('button', { name: /팔로우/ })).toBeNull();
});
