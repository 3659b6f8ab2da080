import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { makeReply } from '../../testing/make-reply.ts';
import { makeWholePost } from '../../testing/answers.ts';
import { fill, hands, holdClock, openApp, passTime, press } from '../../testing/open-app.tsx';
import {
  type Answers,
  type Asked,
  hold,
  type PretendedServer,
  refuse,
} from '../../testing/pretended-server.ts';
import { expectAlert, main } from '../../testing/reading.ts';

const POST = 'POST /api/posts/{id}/replies';
const post = makeWholePost();
let number = 0;

/** Server that accepts every reply. */
const take = ({ body: { id, body } }: Asked<typeof POST>) =>
  makeReply({ id, body, number: (number += 1), postId: post.id });
const taken: Answers = {
  'GET /api/posts/{id}': post,
  'GET /api/posts/{id}/replies': { replies: [], nextAfter: null },
  [POST]: take,
};

/** Holds answers until released. */
function slowDown(server: PretendedServer): () => void {
  const held = hold(undefined);
  server.answer(POST, (asked) => held.answer().then(() => take(asked)));
  return held.release;
}

const input = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: '댓글을 입력하세요' });
const sendButton = () => screen.getByRole('button', { name: '보내기' });
const sent = (server: PretendedServer) => server.asked(POST).map(({ body }) => body.body);
const rows = () => within(screen.getByRole('region', { name: '댓글' })).queryAllByRole('listitem');
const expectBusy = (busy: boolean) =>
  waitFor(() => expect(sendButton().getAttribute('aria-busy') === 'true').toBe(busy));

async function openPost(answers: Answers = {}): Promise<PretendedServer> {
  const server = await openApp(`/post/${post.id}`, { ...taken, ...answers });
  await main().findByText('아직 댓글이 없습니다.');
  return server;
}

beforeEach(() => void holdClock());

test('[VA-11] empty comment: can be sent by an own tap, and its row is marked as empty', async () => {
  const server = await openPost();
  await press('보내기');
  await waitFor(() => expect(rows()).toHaveLength(1));
  fill(input(), '   ');
  await press('보내기');
  await waitFor(() => expect(rows()).toHaveLength(2));
  for (const row of rows()) within(row).getByText('(내용 없음)');
  expect(sent(server)).toEqual(['', '   ']);
});

test('official edition: an empty comment is refused', async () => {
  const server = await openApp(`/post/${post.id}`, taken, { edition: 'official' });
  await main().findByText('아직 댓글이 없습니다.');
  await press('보내기');
  await screen.findByText('댓글을 입력해 주세요.');
  expect(sent(server)).toEqual([]);
  // Disappears once there is a comment.
  fill(input(), '늦지 않게');
  await waitFor(() => expect(screen.queryByText('댓글을 입력해 주세요.')).toBeNull());
});

test('double tap: sends one comment, also if the answer arrives between the taps', async () => {
  const server = await openPost();
  fill(input(), '답이 빨랐던 댓글');
  await press('보내기');
  await waitFor(() => expect(input().value).toBe(''));
  await expectBusy(false);
  await press('보내기');
  await press('보내기');
  expect(sent(server)).toEqual(['답이 빨랐던 댓글']);
  await passTime(0.6);
  await press('보내기');
  await waitFor(() => expect(sent(server)).toEqual(['답이 빨랐던 댓글', '']));
});

test('taps on a slow network send one comment, and text typed meanwhile stays', async () => {
  const server = await openPost();
  const release = slowDown(server);
  fill(input(), '느린 댓글');
  await hands.dblClick(sendButton());
  await expectBusy(true);
  fill(input(), '벌써 다음 댓글');
  await press('보내기');
  expect(sent(server)).toEqual(['느린 댓글']);
  release();
  await expectBusy(false);
  expect([rows().length, input().value]).toEqual([1, '벌써 다음 댓글']);
  await press('보내기');
  await waitFor(() => expect(sent(server)).toEqual(['느린 댓글', '벌써 다음 댓글']));
});

test('physical keyboard: repeated Enters send one comment, and no empty one', async () => {
  vi.stubGlobal('matchMedia', (query: string) => ({ matches: query === '(pointer: fine)' }));
  const server = await openPost();
  const release = slowDown(server);
  await hands.type(input(), '엔터를 여러 번{Enter}{Enter}{Enter}');
  release();
  await waitFor(() => expect(input().value).toBe(''));
  // After the pause in which a second tap is ignored.
  await passTime(1);
  await hands.type(input(), '{Enter}{Enter}');
  expect([sent(server), input().value]).toEqual([['엔터를 여러 번'], '']);
});

test('comment: limited to 2,000 visible characters', async () => {
  const server = await openPost();
  fill(input(), '가'.repeat(1_899));
  expect(screen.queryByText(/자 남음/)).toBeNull();
  // Normalized to one code point, and two UTF-16 units forming one.
  const longest = '각'.repeat(1_000).normalize('NFD') + '👍'.repeat(1_000);
  fill(input(), `${longest}!`);
  await screen.findByText('1자 초과');
  await press('보내기');
  await expectAlert('2,000자까지예요. 1자를 줄여 주세요.');
  expect([input().value, sent(server)]).toEqual([`${longest}!`, []]);
  fill(input(), longest);
  await screen.findByText('0자 남음');
  await press('보내기');
  await waitFor(() => expect(input().value).toBe(''));
  expect(sent(server)).toEqual([longest]);
});

test('limited comment: shows the waiting time, and stays in its field over a reload', async () => {
  await openPost({ [POST]: refuse('limit.reached', { retryAfter: 40 }) });
  fill(input(), '서른한 번째 댓글');
  await press('보내기');
  await expectAlert('요청이 너무 많습니다. 40초 뒤에 다시 시도해 주세요.');
  expect(input().value).toBe('서른한 번째 댓글');
  await openPost();
  expect(input().value).toBe('서른한 번째 댓글');
});

test('restored comment: shows a note, can be discarded and restored', async () => {
  const note = () => screen.queryByText('쓰던 댓글을 불러왔습니다.');
  await openPost();
  fill(input(), '쓰다 만 댓글');
  expect(note()).toBeNull();
  await openPost();
  expect([input().value, note() !== null]).toEqual(['쓰다 만 댓글', true]);
  await press('지우기');
  expect([input().value, note(), document.activeElement]).toEqual(['', null, input()]);
  // One accidental tap loses nothing.
  await press('되돌리기');
  expect(input().value).toBe('쓰다 만 댓글');
  await openPost();
  expect(input().value).toBe('쓰다 만 댓글');
  await press('지우기');
  await openPost();
  expect([input().value, note()]).toEqual(['', null]);
});
