import { postPage } from '@madang/contract/posts/schema';
import type { Page } from '@playwright/test';
import { expectAccessible, settle } from '../testing/axe.ts';
import { leaveOutAnswers } from '../testing/faults.ts';
import { expect, test } from '../testing/fixtures.ts';
import type { Makers, User } from '../testing/makers.ts';
import { expectAlert, sidewaysScroll } from '../testing/screens.ts';
import { keywordButton } from '../testing/write-form.ts';

interface Places {
  post: string;
  event: string;
  notice: string;
}

interface State {
  name: string;
  path: (places: Places) => string;
  visitor?: boolean;
  /** What to arrange before the page is opened. */
  prepare?: (page: Page) => Promise<unknown>;
  /** What to do on the page before it is looked at. */
  reach?: (page: Page) => Promise<void>;
}

const press = (name: string) => async (page: Page) => page.getByRole('button', { name, exact: true }).click();

/** Every built screen and its main states. */
const states: readonly State[] = [
  { name: 'login', path: () => '/login', visitor: true },
  { name: 'sign-up', path: () => '/signup', visitor: true },
  {
    name: 'sign-up with a text open',
    path: () => '/signup',
    visitor: true,
    reach: async (page) => {
      await page.getByRole('link', { name: '이용약관 보기' }).click();
      await expect(page.getByRole('dialog').getByRole('heading').nth(3)).toBeVisible();
    },
  },
  { name: 'forgotten password', path: () => '/sendPasswordResetEmail', visitor: true },
  { name: 'new password', path: () => '/reset?token=some', visitor: true },
  { name: 'reset link spent', path: () => '/reset', visitor: true },
  { name: 'verification logged out', path: () => '/verify?token=some', visitor: true },
  { name: 'terms', path: () => '/terms', visitor: true },
  { name: 'privacy', path: () => '/privacy', visitor: true },
  { name: 'home', path: () => '/', reach: async (page) => press('자동 넘김 멈추기')(page) },
  {
    name: 'home with the chooser',
    path: () => '/',
    reach: async (page) => {
      await press('자동 넘김 멈추기')(page);
      await press('이벤트/공지')(page);
      await expect(page.getByRole('dialog')).toBeVisible();
    },
  },
  { name: 'buildings', path: () => '/building' },
  { name: 'building, recent', path: () => '/building/main-hall' },
  { name: 'building, popular', path: () => '/building/main-hall?sort=popular' },
  {
    name: 'building without posts',
    path: () => '/building/ice-rink',
    // Every building of the demo world has some.
    prepare: async (page) => {
      await leaveOutAnswers(page);
      await page.route('**/api/buildings/ice-rink/posts*', (route) =>
        route.fulfill({ json: postPage.parse({ posts: [], nextCursor: null }) }),
      );
    },
    reach: async (page) => {
      await expect(page.getByText('아직 게시글이 없습니다. 첫 글을 남겨 보세요.')).toBeVisible();
    },
  },
  { name: 'post', path: ({ post }) => `/post/${post}` },
  {
    name: 'post, liked',
    path: ({ post }) => `/post/${post}`,
    reach: async (page) => {
      await page.getByRole('button', { name: '좋아요' }).click();
      await page.getByRole('button', { name: '스크랩' }).click();
      await expectAlert(page, '정식 버전에서 다시 만나요!');
    },
  },
  { name: 'write, building asked for', path: () => '/write' },
  {
    name: 'write with errors',
    path: () => '/board/question',
    reach: async (page) => {
      await page.getByRole('link', { name: '글쓰기' }).click();
      await press('등록')(page);
      await expectAlert(page, '모든 정보를 입력해 주세요.');
    },
  },
  {
    name: 'write with the picker open',
    path: () => '/board/question',
    reach: async (page) => {
      await page.getByRole('link', { name: '글쓰기' }).click();
      await keywordButton(page).click();
      await press('팀플 장소')(page);
    },
  },
  { name: 'question board', path: () => '/board/question' },
  { name: 'facility notice board', path: () => '/board/buildingNotice' },
  { name: 'festival board', path: () => '/board/festival' },
  { name: 'latest posts', path: () => '/board/new' },
  { name: 'events', path: () => '/board/event' },
  { name: 'event', path: ({ event }) => `/board/event/${event}` },
  { name: 'notices', path: () => '/board/notice' },
  { name: 'notice', path: ({ notice }) => `/board/notice/${notice}` },
  { name: 'keywords', path: () => '/keyword' },
  {
    name: 'keywords with the category asked for',
    path: () => '/keyword',
    reach: async (page) => {
      await page.getByRole('button', { name: /팀플/ }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
    },
  },
  { name: 'search', path: () => '/search', reach: async (page) => press('정수기')(page) },
  { name: 'placeholder', path: () => '/algoria' },
];

for (const state of states) {
  test(`axe finds nothing in light and dark, and nothing scrolls sideways: ${state.name}`, async ({
    page,
    signIn,
    makers,
    anybody,
  }) => {
    if (!state.visitor) await signIn();
    await state.prepare?.(page);
    await page.goto(state.path(await findPlaces(makers, anybody)));
    await settle(page);
    await state.reach?.(page);
    await expectAccessible(page);
    await page.setViewportSize({ width: 320, height: 640 });
    expect(await sidewaysScroll(page)).toBe(0);
  });
}

async function findPlaces(makers: Makers, anybody: User): Promise<Places> {
  const { events } = await anybody.client.ask('GET /api/events', {});
  const { notices } = await anybody.client.ask('GET /api/notices', {});
  const post = await makers.post(anybody, { picture: true, keywords: ['추천 장소'] });
  await makers.reply(anybody, post.id, '좋은 글이에요.');
  return { post: post.id, event: events[0]?.id ?? '', notice: notices[0]?.id ?? '' };
}
