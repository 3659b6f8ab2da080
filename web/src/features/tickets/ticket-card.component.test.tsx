import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { makeOwnTicket, makeTicket, makeWholePost, me } from '../../testing/answers.ts';
import { hands, holdClock, openApp, press } from '../../testing/open-app.tsx';
import { type Answers, hold, refuse } from '../../testing/pretended-server.ts';
import { expectAlert, expectPath, main } from '../../testing/reading.ts';

const official = { edition: 'official' } as const;
const JOIN = 'PUT /api/tickets/{id}/join';
const ticket = makeTicket({ number: 12, step: 'repairing', openedAt: '2030-11-16T03:00:00.000Z' });
const post = { ...makeWholePost(), id: ticket.id, buildingId: 'ticket', buildingName: '고장 신고' };
const own = makeOwnTicket({
  ticket,
  steps: [
    { step: 'seen', word: '보러 갔습니다', at: '2030-11-16T03:00:00.000Z', by: 'operator' },
    { step: 'repairing', word: '부품을 주문했습니다', at: '2030-11-25T00:10:00.000Z', by: 'office' },
  ],
  office: { name: '시설팀', knowsAt: '2030-11-25T00:10:00.000Z', channel: null },
});
const answers: Answers = {
  'GET /api/posts/{id}': post,
  'GET /api/posts/{id}/replies': { replies: [], nextAfter: null },
  'GET /api/tickets/{id}': own,
  'GET /api/campus/pack': {
    version: 'v',
    buildings: [],
    map: null,
    amenities: [],
    kinds: [],
    hours: [],
    emergency: [],
  },
};
const open = (more: Answers = {}) => openApp(`/post/${ticket.id}`, { ...answers, ...more }, official);
const card = async () => within(await main().findByRole('region', { name: '고장 신고' }));

beforeEach(() => {
  holdClock();
  vi.setSystemTime('2030-11-27T03:00:00.000Z');
});

test('[TK-02] ticket’s post: shows steps with time and message, and who acts', async () => {
  await open();
  const shown = await card();
  shown.getByText('냉난방 #12');
  shown.getByText('3층 열람실 앞 · 12일째');
  shown.getByText('부품을 주문했습니다', { exact: false });
  shown.getByText('지난 기록 1개');
  expect(shown.getByText(/^시설팀에/).textContent).toBe('시설팀에 2030/11/25 09:10에 전했어요');
  expect(screen.getByRole('link', { name: '고장 신고' }).getAttribute('href')).toBe('/tickets');
  const reopened = { step: 'received', word: '', at: '2030-11-26T03:00:00.000Z', by: 'students' } as const;
  await open({ 'GET /api/tickets/{id}': { ...own, office: null, steps: [...own.steps, reopened] } });
  (await card()).getByText('아직 고장이라고 해서 다시 열었어요', { exact: false });
  (await card()).getByText('담당 부서가 아직 등록되지 않았어요.');
  const channel = { name: '관리처', knowsAt: null, channel: 'https://fix.example/' };
  await open({ 'GET /api/tickets/{id}': { ...own, office: channel } });
  expect((await card()).getByRole('link').getAttribute('href')).toBe('https://fix.example/');
  await open({ 'GET /api/tickets/{id}': { ...own, office: { ...channel, channel: null } } });
  (await card()).getByText('관리처에 곧 전해요');
});

test('[TK-01] joining: shown at once and reversible; a late one shows a message', async () => {
  const joined = { ...own, joined: true, ticket: { ...ticket, joined: 3 } };
  const held = hold(joined);
  const server = await open({ [JOIN]: held.answer, 'DELETE /api/tickets/{id}/join': own });
  const shown = await card();
  await hands.click(shown.getByRole('button', { name: '나도 겪어요', pressed: false }));
  shown.getByRole('button', { name: '나도 겪어요', pressed: true });
  shown.getByText('3명이 기다려요');
  server.answer('GET /api/tickets/{id}', joined);
  held.release();
  await waitFor(() => expect(server.asked('GET /api/tickets/{id}').length).toBe(2));
  server.answer('GET /api/tickets/{id}', own);
  await hands.click(shown.getByRole('button', { name: '나도 겪어요', pressed: true }));
  shown.getByText('2명이 기다려요');
  await waitFor(() => expect(server.asked('DELETE /api/tickets/{id}/join').length).toBe(1));
  server.answer(JOIN, refuse('ticket.step'));
  server.answer('GET /api/tickets/{id}', { ...own, ticket: { ...ticket, step: 'refused' } });
  await hands.click(shown.getByRole('button', { name: '나도 겪어요' }));
  await expectAlert('그 사이 바뀌었어요.');
  await waitFor(() => expect(shown.queryByRole('button', { name: '나도 겪어요' })).toBeNull());
  shown.getByText('불가');
});

test('[TK-02] waiting student: asked whether it was fixed; a new answer replaces the former', async () => {
  const PUT = 'PUT /api/tickets/{id}/answer';
  const fixed = { ...own, asked: 'open' as const, ticket: { ...ticket, step: 'fixed' as const } };
  let now: typeof own = fixed;
  const server = await open({
    'GET /api/tickets/{id}': () => now,
    [PUT]: ({ body }) => (now = { ...fixed, asked: body.fixed ? 'fixed' : 'broken' }),
  });
  const question = within(await main().findByRole('group', { name: '정말 고쳐졌나요?' }));
  await hands.click(question.getByRole('button', { name: '네', pressed: false }));
  await expectAlert('고마워요. 답을 알렸어요.');
  await question.findByRole('button', { name: '네', pressed: true });
  await hands.click(question.getByRole('button', { name: '아니요' }));
  await question.findByRole('button', { name: '아니요', pressed: true });
  expect(server.asked(PUT).map(({ body }) => body.fixed)).toEqual([true, false]);
  // Another negative answer reopened the ticket.
  now = own;
  server.answer(PUT, refuse('ticket.step'));
  await hands.click(question.getByRole('button', { name: '네' }));
  await expectAlert('그 사이 바뀌었어요.');
  await main().findByRole('button', { name: '나도 겪어요' });
});

test('[TK-06] own ticket: withdrawn within ten minutes after a second press; its post has no edit', async () => {
  const DELETE = 'DELETE /api/tickets/{id}';
  const mine = { ...own, joined: true, withdrawableUntil: '2030-11-27T03:05:00.000Z' };
  const server = await open({
    'GET /api/posts/{id}': { ...post, authorId: me.id },
    'GET /api/tickets/{id}': mine,
    [DELETE]: refuse('undo.late'),
  });
  await press('고장 신고 취소');
  expect(server.asked(DELETE)).toHaveLength(0);
  await press('정말 취소할까요? 되돌릴 수 없어요');
  await expectAlert('그 사이 바뀌었어요.');
  server.answer(DELETE, undefined);
  await press('정말 취소할까요? 되돌릴 수 없어요');
  await expectPath('/tickets');
  await expectAlert('고장 신고를 취소했어요.');

  await open({
    'GET /api/posts/{id}': { ...post, authorId: me.id },
    'GET /api/tickets/{id}': { ...mine, withdrawableUntil: '2030-11-27T02:59:00.000Z' },
  });
  await card();
  expect(screen.queryByRole('button', { name: '고장 신고 취소' })).toBeNull();
  await press('더보기');
  expect(screen.queryByRole('button', { name: /수정|삭제/ })).toBeNull();
  screen.getByRole('button', { name: '이 글 알림 끄기' });
});

test('[TK-02] failed ticket: can be retried; other posts request none', async () => {
  const server = await open({ 'GET /api/tickets/{id}': refuse('server.failed') });
  await waitFor(() => expect(main().getAllByRole('alert')).toHaveLength(1));
  server.answer('GET /api/tickets/{id}', own);
  await press('다시 시도');
  await card();
  const other = await open({ 'GET /api/posts/{id}': makeWholePost() });
  await main().findByRole('article');
  expect(other.asked('GET /api/tickets/{id}')).toEqual([]);
});
