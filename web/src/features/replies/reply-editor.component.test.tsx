import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { makeWholePost } from '../../testing/answers.ts';
import { makeReply } from '../../testing/make-reply.ts';
import { fill, hands, openApp, press } from '../../testing/open-app.tsx';
import { refuse } from '../../testing/pretended-server.ts';

const PUT = 'PUT /api/replies/{id}';
const post = makeWholePost();
const reply = makeReply({ postId: post.id, body: '처음' });

test('[OW-03] concurrent edit: the stored text replaces the typed one, which can be restored', async () => {
  const server = await openApp(
    `/post/${post.id}`,
    {
      'GET /api/posts/{id}': post,
      'GET /api/posts/{id}/replies': { replies: [reply], nextAfter: null },
      [PUT]: refuse('edit.outdated', { newer: { revision: 2, body: '다른 창에서 고친 댓글' } }),
    },
    { edition: 'official' },
  );
  const field = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: '댓글 수정' });
  const row = within(await screen.findByRole('region', { name: '댓글' }));
  await hands.click(await row.findByRole('button', { name: '더보기' }));
  await press('수정');
  fill(field(), '이 창에서 고친 댓글');
  await press('저장');
  await press('저장된 내용 불러오기');
  expect(field().value).toBe('다른 창에서 고친 댓글');
  await press('되돌리기');
  expect(field().value).toBe('이 창에서 고친 댓글');
  server.answer(PUT, { ...reply, revision: 3, body: '이 창에서 고친 댓글' });
  await press('저장');
  await waitFor(() =>
    expect(server.asked(PUT).map(({ body: { revision, body } }) => [revision, body])).toEqual([
      [1, '이 창에서 고친 댓글'],
      [2, '이 창에서 고친 댓글'],
    ]),
  );
});
