import { screen, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { board, mainHall, makeWholePost, me } from '../testing/answers.ts';
import { hands, openApp } from '../testing/open-app.tsx';
import type { Answers } from '../testing/pretended-server.ts';
import { expectAlert, main } from '../testing/reading.ts';

const official = { edition: 'official' } as const;
const post = makeWholePost();
const posts = { posts: [], nextCursor: null };
const boards = [mainHall, board('question', 'question', '질문 게시판')];
const answers: Answers = {
  'GET /api/buildings': { buildings: [mainHall] },
  'GET /api/buildings/{buildingId}': ({ path }) =>
    boards.find(({ id }) => id === path['buildingId']) ?? mainHall,
  'GET /api/buildings/{buildingId}/posts': posts,
  'GET /api/posts/{id}': post,
  'GET /api/posts/{id}/replies': { replies: [], nextAfter: null },
  'GET /api/profile': { user: me },
  'GET /api/profile/scraps': posts,
};

const header = () => within(screen.getByRole('banner'));

/** Stubs the given browser features for sharing and removes the others. */
function offer(system: {
  share?: (data: ShareData) => Promise<void>;
  writeText?: typeof navigator.clipboard.writeText;
}) {
  const { share, writeText } = system;
  for (const [name, value] of [
    ['share', share],
    ['clipboard', writeText && { writeText }],
  ] as const)
    Object.defineProperty(navigator, name, { value, configurable: true });
}

afterEach(() => {
  Reflect.deleteProperty(navigator, 'share');
  Reflect.deleteProperty(navigator, 'clipboard');
});

test('[EV-03] header: names a post’s board, or the screen, which then shows its name once', async () => {
  await openApp(`/post/${post.id}`, answers, official);
  const link = await header().findByRole('link', { name: post.buildingName });
  expect(link.getAttribute('href')).toBe(`/building/${post.buildingId}`);
  expect(within(await main().findByRole('article')).queryByText(post.buildingName)).toBeNull();

  for (const [page, name, shared] of [
    ['/board/question', '질문 게시판', true],
    ['/mypage/scrap', '스크랩', false],
    ['/mypage/viewprofile/changenickname', '닉네임 변경', false],
    ['/mypage/howto', '이용 방법', true],
    ['/write', '글쓰기', false],
  ] as const) {
    await openApp(page, answers, official);
    await header().findByText(name);
    const heading = await screen.findByRole('heading', { level: 1, name });
    expect([page, heading.className]).toEqual([page, expect.stringMatching(/hidden|named/)]);
    expect([page, header().queryAllByRole('button', { name: '공유' }).length]).toEqual([
      page,
      Number(shared),
    ]);
  }
});

test('[EV-03] share: opens the system’s sheet with the address and no user content', async () => {
  const shared: unknown[] = [];
  offer({ share: async (data) => void shared.push(data) });
  await openApp(`/post/${post.id}?order=popular`, answers, official);
  await hands.click(await header().findByRole('button', { name: '공유' }));
  expect(shared).toEqual([{ title: '마당', url: `${location.origin}/post/${post.id}` }]);
});

test('[EV-03] without a share sheet the address is copied, or shown if copying fails', async () => {
  const copied: string[] = [];
  offer({ writeText: async (text) => void copied.push(text) });
  await openApp('/board/question', answers, official);
  await hands.click(await header().findByRole('button', { name: '공유' }));
  await expectAlert('주소를 복사했습니다.');
  expect(copied).toEqual([`${location.origin}/board/question`]);

  const refused = () => Promise.reject(new DOMException('', 'NotAllowedError'));
  offer({ share: refused, writeText: refused });
  await openApp('/board/question', answers, official);
  await hands.click(await header().findByRole('button', { name: '공유' }));
  await expectAlert(`${location.origin}/board/question`);
});

test.each(['AbortError', 'InvalidStateError'])(
  '[EV-03] closed or already open share sheet: copies nothing: %s',
  async (name) => {
    const copied: string[] = [];
    offer({
      share: () => Promise.reject(new DOMException('', name)),
      writeText: async (text) => void copied.push(text),
    });
    await openApp('/board/question', answers, official);
    await hands.click(await header().findByRole('button', { name: '공유' }));
    expect([copied, screen.queryByRole('alert')]).toEqual([[], null]);
  },
);
