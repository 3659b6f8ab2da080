import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { board, makePost, makeReply, makeWholePost, me } from '../../testing/answers.ts';
import { fill, hands, openApp, press } from '../../testing/open-app.tsx';
import { type Answers, refuse } from '../../testing/pretended-server.ts';
import { describe, expectAlert, expectPath, field, main } from '../../testing/reading.ts';

const official = { edition: 'official' } as const;
const uploads = ['first', 'second'];
const post = {
  ...makeWholePost(),
  authorId: makePost().id,
  contents: [
    { format: 'text' as const, text: '본문' },
    ...uploads.map((id) => ({
      format: 'image' as const,
      image: `/images/posts/${id}/large.webp`,
      width: 10,
      height: 10,
      description: '',
    })),
  ],
};
const theirs = makeReply({ postId: post.id, authorId: post.authorId, body: '신고할 댓글' });
const own = makeReply({ postId: post.id, authorId: me.id, number: 2, body: '내 댓글' });
const sent = {
  post: 'PUT /api/posts/{id}/report',
  picture: 'PUT /api/posts/{id}/pictures/{uploadId}/report',
  reply: 'PUT /api/replies/{id}/report',
} as const;

/** Opens the post with a server that stores reports. */
function openPost() {
  const reports: { thingId: string; reason: 'spam'; note: string }[] = [];
  const keep = (thingId = '', body: { note: string }): undefined => {
    reports.splice(0, 1, { thingId, reason: 'spam', note: body.note });
  };
  const answers: Answers = {
    'GET /api/posts/{id}': post,
    'GET /api/posts/{id}/hidden': { post: null, replies: [] },
    'GET /api/posts/{id}/replies': { replies: [theirs, own], nextAfter: null },
    'GET /api/posts/{id}/own-reports': () => ({ reports }),
    [sent.post]: ({ path, body }) => keep(path['id'], body),
    [sent.picture]: ({ path, body }) => keep(path['uploadId'], body),
    [sent.reply]: ({ path, body }) => keep(path['id'], body),
    'DELETE /api/posts/{id}/report': () => void reports.splice(0),
  };
  return openApp(`/post/${post.id}`, answers, official);
}

const dialog = () => screen.findByRole('dialog');
const header = () => screen.getByRole('banner');
const reply = async (body: string) => (await main().findByText(body)).closest('li') ?? document.body;

async function openMenu(of: HTMLElement, row: string): Promise<void> {
  await hands.click(await within(of).findByRole('button', { name: '더보기' }));
  await hands.click(await within(await dialog()).findByRole('button', { name: row }));
}

async function report(reason: string): Promise<void> {
  await hands.click(await screen.findByLabelText(reason));
  await press('신고하기');
  await expectAlert('신고했습니다. 운영진이 확인합니다.');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
}

test('[MO-01] post, picture and reply: reported, the report changed and withdrawn', async () => {
  const server = await openPost();
  await openMenu(header(), '신고');
  // Without a reason nothing is sent, and the input stays.
  fill(await screen.findByLabelText('덧붙일 말 (선택)'), '광고예요');
  await press('신고하기');
  const reasons = screen.getByRole('group', { name: '무엇이 문제인가요?' });
  await waitFor(() => expect(describe(reasons)).toBe('신고 이유를 골라 주세요.'));
  expect([document.activeElement, screen.queryByRole('alert')]).toEqual([reasons, null]);
  await press('닫기');
  await openMenu(header(), '신고');
  await waitFor(() => expect(field('덧붙일 말 (선택)').value).toBe('광고예요'));
  await report('광고·도배');
  await openMenu(header(), '신고 내용 바꾸기');
  await waitFor(() => expect(field('덧붙일 말 (선택)').value).toBe('광고예요'));
  await report('욕설·괴롭힘');
  expect(server.asked(sent.post).map(({ body }) => body)).toEqual([
    { reason: 'spam', note: '광고예요' },
    { reason: 'abuse', note: '광고예요' },
  ]);
  await openMenu(header(), '신고 취소');
  await expectAlert('신고를 취소했습니다.');
  expect(server.asked('DELETE /api/posts/{id}/report')).toHaveLength(1);

  await openMenu(header(), '신고');
  await hands.click(await screen.findByLabelText('2번째 사진'));
  await report('그 밖의 문제');
  expect(server.asked(sent.picture)).toMatchObject([
    { path: { uploadId: 'second' }, body: { reason: 'other' } },
  ]);
  await openMenu(await reply('신고할 댓글'), '신고');
  await report('혐오·허위 사실');
  expect(server.asked(sent.reply)).toMatchObject([{ path: { id: theirs.id }, body: { reason: 'hate' } }]);

  // The user's own content has no such row.
  await hands.click(await within(await reply('내 댓글')).findByRole('button', { name: '더보기' }));
  await within(await dialog()).findByRole('button', { name: '삭제' });
  expect(screen.queryByRole('button', { name: '신고' })).toBeNull();
});

test('[MO-12] rights form: opens from the menu of a post and of a reply with the address filled in', async () => {
  for (const [thing, number] of [
    ['post', ''],
    ['reply', '1'],
  ] as const) {
    await openPost();
    await openMenu(thing === 'post' ? header() : await reply('신고할 댓글'), '내 권리가 침해됐어요');
    const address = await screen.findByLabelText<HTMLInputElement>('글 주소');
    expect([address.value, field('댓글 번호 (댓글일 때만)').value]).toEqual([
      `${window.location.origin}/post/${post.id}`,
      number,
    ]);
    await press('뒤로');
    await expectPath(`/post/${post.id}`);
  }
});

test('repeated or too fast reply: asks or shows the waiting time, and keeps its text', async () => {
  const server = await openPost();
  const box = await screen.findByLabelText<HTMLTextAreaElement>('댓글을 입력하세요');
  const typed = '도서관 3층 창가 자리는 오전에 비어 있는 편이에요';
  fill(box, typed);
  for (const [answer, said] of [
    [refuse('text.repeated'), '방금 같은 글을 올렸습니다. 한 번 더 올리려면 다시 눌러 주세요.'],
    [
      refuse('pace.reached', { retryAfter: 7_000 }),
      '가입 첫날에 쓸 수 있는 글이나 댓글을 모두 썼습니다. 2시간 뒤에 다시 시도해 주세요.',
    ],
  ] as const) {
    server.answer('POST /api/posts/{id}/replies', answer);
    await press('보내기');
    await expectAlert(said);
    expect(box.value).toBe(typed);
  }
  const asked = server.asked('POST /api/posts/{id}/replies').map(({ body }) => body.again ?? false);
  expect(asked).toEqual([false, true]);
});

test('repeated post: asks for confirmation, and is sent when submitted again', async () => {
  const server = await openApp(
    '/board/question',
    {
      'GET /api/buildings/{buildingId}': board('question', 'question', '질문 게시판'),
      'GET /api/buildings/{buildingId}/posts': { posts: [], nextCursor: null },
      'POST /api/buildings/{buildingId}/posts': refuse('text.repeated'),
    },
    official,
  );
  await hands.click(await screen.findByRole('link', { name: '글쓰기' }));
  fill(await screen.findByLabelText('제목'), '두 번 쓰는 글');
  fill(field('내용'), '같은 말  ');
  await press('등록');
  await expectAlert('방금 같은 글을 올렸습니다. 한 번 더 올리려면 다시 눌러 주세요.');
  expect([field('제목').value, field('내용').value]).toEqual(['두 번 쓰는 글', '같은 말  ']);
  const answer = { post: { ...makeWholePost(), buildingId: 'question' }, awardedPoints: 0, points: 0 };
  server.answer('POST /api/buildings/{buildingId}/posts', answer);
  await press('등록');
  await expectPath('/board/question');
  const sent = server.asked('POST /api/buildings/{buildingId}/posts').map(({ body }) => body.again ?? false);
  expect(sent).toEqual([false, true]);
});

test('[MO-09] operator: hides a post from its menu with a reason, after the password if needed', async () => {
  const hide = 'PUT /api/moderation/posts/{id}/visibility' as const;
  const server = await openApp(
    `/post/${post.id}`,
    {
      'GET /api/session': { user: me, role: { operator: true, boards: [] } },
      'GET /api/posts/{id}': post,
      'GET /api/posts/{id}/hidden': { post: null, replies: [] },
      'GET /api/posts/{id}/replies': { replies: [], nextAfter: null },
      'GET /api/posts/{id}/own-reports': { reports: [] },
      [hide]: refuse('confirmation.required'),
      'POST /api/moderation/confirmation/start': { step: 'none', options: null },
      'POST /api/moderation/confirmation': undefined,
      'POST /api/moderation/cases/{id}/undo': { state: 'open', revision: 3 },
    },
    official,
  );
  await openMenu(header(), '운영자로 가리기');
  await press('가리기');
  await expectAlert('작성자에게 보일 설명을 입력해 주세요.');
  fill(field('작성자에게 보이는 설명'), '광고입니다.');
  // Closed by accident.
  await press('닫기');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await openMenu(header(), '운영자로 가리기');
  await press('가리기');
  fill(await screen.findByLabelText('비밀번호'), 'correct horse');
  server.answer(hide, { decision: { caseId: 'case', revision: 2 } });
  await press('계속');
  // The input is kept.
  await press('가리기');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(server.asked(hide).map(({ body }) => body)).toEqual(
    Array(2).fill({ hidden: true, ground: 'spam', text: '광고입니다.' }),
  );
  await press('되돌리기');
  await expectAlert('결정을 되돌렸습니다.');
});

test('[MO-09] operator: restores hidden content; others have no such button', async () => {
  const answers: Answers = {
    'GET /api/posts/{id}': refuse('resource.missing'),
    'GET /api/posts/{id}/hidden': { post: { own: null }, replies: [] },
    'PUT /api/moderation/posts/{id}/visibility': { decision: null },
  };
  await openApp(`/post/${post.id}`, answers, official);
  await screen.findByText('신고로 가려진 글입니다.');
  expect(screen.queryByRole('button', { name: '다시 보이기' })).toBeNull();
  const session = { user: me, role: { operator: true, boards: [] } };
  const server = await openApp(`/post/${post.id}`, { ...answers, 'GET /api/session': session }, official);
  await press('다시 보이기');
  fill(field('작성자에게 보이는 설명'), '문제가 없어요.');
  await press('다시 보이기');
  await expectAlert('처리했습니다.');
  expect(server.asked('PUT /api/moderation/posts/{id}/visibility')[0]?.body).toMatchObject({ hidden: false });
});

test('[MO-10] student suspended on the board: sees the end and the appeal link above the composer', async () => {
  const sanction = {
    ground: 'abuse' as const,
    text: '욕설',
    givenAt: '2026-11-20T03:00:00.000Z',
    endsAt: '2026-11-27T03:00:00.000Z',
  };
  const sanctions = (boardId: string) => ({
    sanctions: [{ ...sanction, kind: 'noBoard' as const, board: { id: boardId, name: '게시판' } }],
  });
  const answers: Answers = {
    'GET /api/posts/{id}': post,
    'GET /api/posts/{id}/hidden': { post: null, replies: [] },
    'GET /api/posts/{id}/replies': { replies: [], nextAfter: null },
  };
  const writing = { edition: 'official' } as const;
  const focusComposer = async () => hands.click(await screen.findByLabelText('댓글을 입력하세요'));
  const elsewhere = { ...answers, 'GET /api/profile/sanctions': sanctions('another') };
  const server = await openApp(`/post/${post.id}`, elsewhere, writing);
  await main().findByText('본문');
  expect(server.asked('GET /api/profile/sanctions')).toEqual([]);
  await focusComposer();
  await waitFor(() => expect(server.asked('GET /api/profile/sanctions')).toHaveLength(1));
  expect(screen.queryByText(/여기에 글을 쓸 수 없습니다/)).toBeNull();
  await openApp(
    `/post/${post.id}`,
    {
      ...answers,
      'GET /api/profile/sanctions': sanctions(post.buildingId),
      'GET /api/profile/cases': { cases: [] },
    },
    writing,
  );
  await focusComposer();
  const note = await screen.findByText(/여기에 글을 쓸 수 없습니다/);
  expect(note.textContent).toContain('2026/11/27 12:00까지');
  await hands.click(screen.getByRole('link', { name: '이유 보기·이의 제기' }));
  await expectPath('/mypage/cases');
});
