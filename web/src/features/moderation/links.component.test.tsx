import type { OwnCase } from '@madang/contract/moderation/schema';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { makeReply, makeWholePost, mainHall, me } from '../../testing/answers.ts';
import { fill, hands, openApp, press } from '../../testing/open-app.tsx';
import { type Answers, refuse } from '../../testing/pretended-server.ts';
import { expectAlert, expectPath, field, main } from '../../testing/reading.ts';

const HELD = '링크가 있어 운영진이 확인한 뒤에 보여요.';
const LINKED = '공연 표 예매는 https://tickets.example.com/fall 에서 해요';
const official = { edition: 'official' } as const;

const post = { ...makeWholePost(), authorId: me.id, contents: [{ format: 'text' as const, text: LINKED }] };
const own: OwnCase = {
  id: 'case',
  kind: 'post',
  thingId: post.id,
  postId: post.id,
  title: post.title,
  body: LINKED,
  state: 'hidden',
  hidden: true,
  ground: 'link',
  hiddenAt: post.createdAt,
  hiddenUntil: null,
  decidedAt: null,
  decision: null,
  appeal: null,
  mayAppeal: false,
};
const answers: Answers = {
  'GET /api/buildings/{buildingId}': mainHall,
  'GET /api/buildings/{buildingId}/posts': { posts: [], nextCursor: null },
  'GET /api/posts/{id}/hidden': { post: { own }, replies: [] },
  'GET /api/posts/{id}/own-reports': { reports: [] },
};
const region = async (name: string) => (await screen.findByRole('region', { name })).textContent;

test('post held for its link: the author sees it on the page and in the own cases', async () => {
  const sent = { post, awardedPoints: 0, points: 0 };
  await openApp(
    '/building/main-hall',
    { ...answers, 'POST /api/buildings/{buildingId}/posts': sent },
    official,
  );
  await hands.click(await screen.findByRole('link', { name: '글쓰기' }));
  fill(await screen.findByLabelText('제목'), post.title);
  fill(field('내용'), LINKED);
  await press('등록');
  await expectPath('/building/main-hall');
  await expectAlert(HELD);
  for (const path of ['/mypage/cases', `/post/${post.id}`]) {
    await openApp(
      path,
      {
        ...answers,
        'GET /api/posts/{id}': refuse('resource.missing'),
        'GET /api/posts/{id}/replies': refuse('resource.missing'),
        'GET /api/profile/cases': { cases: [own] },
        'GET /api/profile/sanctions': { sanctions: [] },
      },
      official,
    );
    const said = await region('내 글이 가려졌습니다');
    for (const text of [HELD, LINKED]) expect(said).toContain(text);
  }
});

test('reply held for its link: disappears from the list, and its author reads why', async () => {
  const reply = makeReply({ postId: post.id, authorId: me.id, body: LINKED });
  const server = await openApp(
    `/post/${post.id}`,
    {
      ...answers,
      'GET /api/posts/{id}': post,
      'GET /api/posts/{id}/hidden': { post: null, replies: [] },
      'GET /api/posts/{id}/replies': { replies: [], nextAfter: null },
      'POST /api/posts/{id}/replies': reply,
    },
    official,
  );
  const box = await screen.findByLabelText<HTMLTextAreaElement>('댓글을 입력하세요');
  fill(box, LINKED);
  const held = { ...own, kind: 'reply' as const, thingId: reply.id };
  server.answer('GET /api/posts/{id}/hidden', {
    post: null,
    replies: [{ id: reply.id, number: 1, parentId: null, own: held }],
  });
  await press('보내기');
  const said = await region('내 댓글이 가려졌습니다');
  for (const text of [HELD, LINKED]) expect(said).toContain(text);
  const list = within(main().getByRole('region', { name: '댓글' }));
  await waitFor(() => expect(list.queryAllByRole('listitem')).toEqual([]));
  expect(box.value).toBe('');
});
