import type { Reply } from '@madang/contract/replies/schema';
import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { makePost, makeReply, makeWholePost, me } from '../../testing/answers.ts';
import { fill, hands, openApp, press } from '../../testing/open-app.tsx';
import { type Answer, type Asked, CUT, refuse } from '../../testing/pretended-server.ts';
import { expectAlert, main } from '../../testing/reading.ts';

const post = makeWholePost();
const send = 'POST /api/posts/{id}/replies' as const;
const take = ({ body: { id, body } }: Asked<typeof send>) =>
  makeReply({ id, postId: post.id, authorId: me.id, nickname: me.nickname, body });

const openPost = (replies: Reply[] = [], answer: Answer<typeof send> = take) =>
  openApp(`/post/${post.id}`, {
    'GET /api/posts/{id}': post,
    'GET /api/posts/{id}/replies': { replies, nextAfter: null },
    [send]: answer,
  });
const box = () => screen.findByLabelText<HTMLTextAreaElement>('댓글을 입력하세요');
const expectReplies = (...bodies: string[]) =>
  waitFor(() => {
    const items = within(main().getByRole('region', { name: '댓글' })).queryAllByRole('listitem');
    expect(items.map(({ textContent }) => textContent)).toEqual(
      bodies.map((body): unknown => expect.stringContaining(body)),
    );
  });

test('[ST-07] comment: clears the input when sent; after a failure it stays, also over a reload, with the same id', async () => {
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
  // Sending deletes the draft.
  await openPost();
  expect((await box()).value).toBe('');
});

test('deleted post: its stream is not requested', async () => {
  const streams: string[] = [];
  vi.stubGlobal(
    'EventSource',
    class extends EventTarget {
      readonly readyState = 1;
      constructor(address: string) {
        super();
        streams.push(address);
      }
      close(): void {}
    },
  );
  const server = await openApp('/board/new', {
    'GET /api/posts/latest': { posts: [makePost({ id: post.id, title: '지워질 글' })] },
    'GET /api/posts/{id}': post,
    'GET /api/posts/{id}/replies': { replies: [makeReply()], nextAfter: null },
  });
  const open = async () => hands.click(await main().findByRole('link', { name: '지워질 글' }));
  await open();
  await waitFor(() => expect(streams).toEqual([`/api/posts/${post.id}/replies/live?after=1`]));
  await press('뒤로');
  for (const key of ['GET /api/posts/{id}', 'GET /api/posts/{id}/replies'] as const)
    server.answer(key, refuse('resource.missing'));
  await open();
  await main().findByText('삭제되었거나 없는 게시글입니다.');
  expect(streams).toHaveLength(1);
});

/** The server stores the reply, and its response is lost. */
const loseAnswer =
  (replies: Reply[]) =>
  (asked: Asked<typeof send>): typeof CUT => {
    replies.push(take(asked));
    return CUT;
  };

test('comment with a lost answer: counts as sent once the stream has it', async () => {
  const streams: EventTarget[] = [];
  vi.stubGlobal(
    'EventSource',
    class extends EventTarget {
      readonly readyState = 1;
      constructor() {
        super();
        streams.push(this);
      }
      close(): void {}
    },
  );
  const replies: Reply[] = [];
  await openPost([], loseAnswer(replies));
  await waitFor(() => expect(streams).not.toEqual([]));
  fill(await box(), '답을 못 받은 댓글');
  await press('보내기');
  await waitFor(() => expect(replies).toHaveLength(1));
  const event = new MessageEvent('reply', { data: JSON.stringify(replies[0]), lastEventId: '1' });
  act(() => streams.forEach((stream) => stream.dispatchEvent(event)));
  await expectReplies('답을 못 받은 댓글');
  await waitFor(async () => expect((await box()).value).toBe(''));
  await waitFor(() =>
    expect(screen.getByRole('button', { name: '보내기' }).hasAttribute('aria-busy')).toBe(false),
  );
  expect(screen.queryByRole('alert')).toBeNull();
});

test('comment with a lost answer: counts as sent once a later load has it; newer text stays', async () => {
  const replies: Reply[] = [];
  for (const [text, then, left] of [
    ['답을 못 받은 댓글', '답을 못 받은 댓글', ''],
    ['또 못 받은 댓글', '그다음에 쓰던 말', '그다음에 쓰던 말'],
  ] as const) {
    await openPost([...replies], loseAnswer(replies));
    fill(await box(), text);
    await press('보내기');
    await expectAlert('인터넷 연결이 원활하지 않습니다');
    expect((await box()).value).toBe(text);
    fill(await box(), then);
    await openPost([...replies]);
    await main().findByText(text);
    await waitFor(async () => expect((await box()).value).toBe(left));
  }
});
