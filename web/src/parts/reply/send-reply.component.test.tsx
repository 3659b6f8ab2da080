import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { makeReply, makeWholePost, me } from '../../testing/answers.ts';
import { fill, openApp, press } from '../../testing/open-app.tsx';
import { type Answer, CUT, refuse } from '../../testing/pretended-server.ts';
import { expectAlert, main } from '../../testing/reading.ts';

const post = makeWholePost();
const send = 'POST /api/posts/{id}/replies' as const;
const taken: Answer<typeof send> = ({ body }) =>
  makeReply({ id: body.id, postId: post.id, authorId: me.id, nickname: me.nickname, body: body.body });

const openPost = () =>
  openApp(`/post/${post.id}`, {
    'GET /api/posts/{id}': post,
    'GET /api/posts/{id}/replies': { replies: [], nextAfter: null },
    [send]: taken,
  });
const box = () => screen.findByLabelText<HTMLTextAreaElement>('댓글을 입력하세요');
const expectReplies = (...bodies: string[]) =>
  waitFor(() => {
    const items = within(main().getByRole('region', { name: '댓글' })).queryAllByRole('listitem');
    expect(items.map(({ textContent }) => textContent)).toEqual(
      bodies.map((body): unknown => expect.stringContaining(body)),
    );
  });

test('[ST-07] a sent comment leaves the input; a failed one stays in it, over a reload too, and is sent again as the same one', async () => {
  const server = await openPost();
  fill(await box(), '보낸 댓글');
  await press('보내기');
  await expectReplies('보낸 댓글');
  expect((await box()).value).toBe('');

  for (const [answer, said] of [
    [CUT, '인터넷 연결이 원활하지 않습니다'],
    [refuse('server.failed'), '알 수 없는 오류가 발생했습니다.'],
  ] as const) {
    server.answer(send, answer);
    fill(await box(), '아직 못 보낸 댓글');
    await press('보내기');
    await expectAlert(said);
    expect((await box()).value).toBe('아직 못 보낸 댓글');
    await expectReplies('보낸 댓글');
  }
  const later = await openPost();
  await waitFor(async () => expect((await box()).value).toBe('아직 못 보낸 댓글'));
  await press('보내기');
  await expectReplies('아직 못 보낸 댓글');
  expect((await box()).value).toBe('');
  const ids = [server, later].flatMap(({ asked }) => asked(send).map(({ body }) => body.id));
  expect(new Set(ids.slice(1)).size).toBe(1);
  // Sent, it is a draft no more.
  await openPost();
  expect((await box()).value).toBe('');
});
