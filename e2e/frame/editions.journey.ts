import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { ApiClient } from '../../server/testing/outside/api-client.ts';
import { BuiltServer } from '../../server/testing/outside/built-server.ts';
import { expectComments, sendButton } from '../testing/comments.ts';
import { expect, test } from '../testing/fixtures.ts';
import type { Makers, User } from '../testing/makers.ts';
import { makeFans, promote } from '../testing/reading.ts';
import { expectAlert, expectHome, expectPath } from '../testing/screens.ts';

interface Visit {
  page: Page;
  makers: Makers;
  user: User;
}

const starter = fileURLToPath(new URL('../../scripts/start.mjs', import.meta.url));

/** How a screen shows that something belongs to the official edition, and that the beta does not have it. */
const seen: Record<string, (visit: Visit, official: boolean) => Promise<void>> = {
  search: async ({ page }, official) => {
    await page.goto('/search?query=%EB%8F%84%EC%84%9C%EA%B4%80');
    await expect(page.getByRole('searchbox')).toBeVisible();
    await expect(page.getByRole('tab', { name: '관련' })).toHaveCount(official ? 1 : 0);
    await page.goto('/search');
    await page.getByRole('button', { name: '정수기' }).click();
    if (official) await expect(page.getByRole('tab', { name: '관련' })).toBeVisible();
    else await expectAlert(page, '검색 기능을 준비 중입니다. 조금만 기다려 주세요.');
  },
  scrapButton: async ({ page, makers, user }, official) => {
    const { id } = await makers.post(user);
    await page.goto(`/post/${id}`);
    await page.getByRole('button', { name: '스크랩', exact: true }).click();
    if (!official) await expectAlert(page, '정식 버전에서 다시 만나요!');
    const scraps = async () => (await user.client.ask('GET /api/profile/scraps', { query: {} })).posts;
    await expect.poll(async () => (await scraps()).map((post) => post.id)).toEqual(official ? [id] : []);
  },
  hotLike: async ({ page, makers, user }, official) => {
    const post = await makers.post(user);
    await promote(makers, await makeFans(makers), post);
    const { hots } = await user.client.ask('GET /api/hots', { query: {} });
    await page.goto(`/hotpost/${hots.find(({ postId }) => postId === post.id)?.id}`);
    await page.getByRole('button', { name: /^좋아요/ }).click();
    if (!official) await expectAlert(page, '베타 버전에서는 아직 인기글에 좋아요를 누를 수 없습니다.');
    await page.goto(`/post/${post.id}`);
    await expect(page.getByRole('button', { name: /^좋아요/ })).toHaveText(official ? '11' : '10');
  },
  licences: async ({ page }, official) => {
    await page.goto('/mypage/licences');
    // Where it is off the address is unknown, and those lead home.
    await expectPath(page, official ? '/mypage/licences' : '/');
    await page.goto('/mypage');
    await expect(page.getByRole(official ? 'link' : 'button', { name: '오픈소스 라이선스' })).toBeVisible();
  },
  map: async ({ page }, official) => {
    await page.goto('/map');
    await expectPath(page, official ? '/map' : '/');
    await page.goto('/building');
    await expect(page.getByRole(official ? 'link' : 'button', { name: '학교 지도' })).toBeVisible();
  },
  commentRequired: async ({ page, makers, user }, official) => {
    const { id } = await makers.post(user);
    await page.goto(`/post/${id}`);
    await sendButton(page).click();
    if (official) await expectAlert(page, '댓글을 입력해 주세요.');
    await expectComments(page, official ? [] : ['']);
  },
  ownContent: async ({ page, makers, user }, official) => {
    const { id } = await makers.post(user);
    await page.goto(`/post/${id}/edit`);
    await expectPath(page, official ? `/post/${id}/edit` : '/');
    await page.goto(`/post/${id}`);
    await expect(page.getByRole('article')).toBeVisible();
    await expect(page.getByRole('button', { name: '더보기' })).toHaveCount(official ? 1 : 0);
  },
  threads: async ({ page, makers, user }, official) => {
    const { id } = await makers.post(user);
    await makers.reply(user, id, '답할 수 있는 댓글');
    await page.goto(`/post/${id}`);
    await expect(page.getByText('답할 수 있는 댓글')).toBeVisible();
    await expect(page.getByRole('button', { name: /답글/ })).toHaveCount(official ? 1 : 0);
  },
  pictures: async ({ page }, official) => {
    await page.goto('/building/law-hall');
    await page.getByRole('link', { name: '글쓰기' }).click();
    await expect(page.getByLabel(official ? '사진 첨부 0/5' : '이미지 첨부')).toBeAttached();
  },
  moderation: async ({ page, makers }, official) => {
    const { id } = await makers.post(await makers.user());
    await page.goto(`/post/${id}`);
    await expect(page.getByRole('article')).toBeVisible();
    await expect(page.getByRole('button', { name: '더보기' })).toHaveCount(official ? 1 : 0);
    await page.goto('/mypage/cases');
    await expectPath(page, official ? '/mypage/cases' : '/');
  },
  notifications: async ({ page, makers, user }, official) => {
    const { id } = await makers.post(user);
    await makers.reply(await makers.user(), id, '알림이 될 댓글');
    await page.goto('/');
    await expectHome(page);
    await expect(page.getByRole('link', { name: /^알림/ })).toHaveCount(official ? 1 : 0);
    await page.goto('/notifications');
    await expectPath(page, official ? '/notifications' : '/');
    if (official) await expect(page.getByText('알림이 될 댓글')).toBeVisible();
  },
  follows: async ({ page, makers }, official) => {
    const { id } = await makers.post(await makers.user());
    await page.goto('/mypage');
    await expect(page.getByRole('link', { name: '내가 쓴 글' })).toBeVisible();
    await expect(page.getByRole('link', { name: '댓글 단 글' })).toHaveCount(official ? 1 : 0);
    await page.goto('/mypage/replied');
    await expectPath(page, official ? '/mypage/replied' : '/');
    await page.goto(`/post/${id}`);
    await expect(page.getByRole('article')).toBeVisible();
    if (official) {
      await page.getByRole('button', { name: '더보기' }).click();
      await expect(page.getByRole('button', { name: '이 글 팔로우' })).toBeVisible();
    }
  },
  faultReports: async ({ page }, official) => {
    await page.goto('/');
    expect(await page.evaluate(() => 'fault' in window)).toBe(official);
  },
  freshHome: async ({ page }, official) => {
    const calls: string[] = [];
    page.on('request', (call) => calls.push(new URL(call.url()).pathname));
    await page.goto('/');
    await expect(page.getByRole('heading', { name: '새 글' })).toHaveCount(official ? 1 : 0);
    await expect(page.getByRole('heading', { name: '이번 주 인기글' })).toHaveCount(official ? 1 : 0);
    // What is off asks for nothing and leaves nothing on the device.
    if (!official) expect(calls).not.toContain('/api/home');
    expect(await page.evaluate(() => 'visits' in localStorage)).toBe(official);
  },
};

const editions = [
  ['beta', 'npm start'],
  ['official', 'npm run official'],
] as const;

for (const [edition, command] of editions) {
  test.describe(edition, () => {
    test.use({ edition });

    test(`[ED-01] the ${edition} edition shows ${edition === 'official' ? '' : 'nothing of '}what was built beyond the beta`, async ({
      page,
      makers,
      user,
    }) => {
      const campus = await user.client.ask('GET /api/campus', {});
      expect(campus.edition).toBe(edition);
      for (const look of Object.values(seen)) await look({ page, makers, user }, edition === 'official');
    });
  });

  test(`[ED-01] ${command} runs the ${edition} edition @full`, async () => {
    const folder = await mkdtemp(join(tmpdir(), 'madang-started-'));
    const official = edition === 'official' ? ['--official'] : [];
    const server = new BuiltServer({ DATA_DIR: folder, DEMO: '0' }, { parameters: [starter, ...official] });
    try {
      await server.start();
      const campus = await new ApiClient(server.origin).ask('GET /api/campus', {});
      expect(campus.edition).toBe(edition);
    } finally {
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    }
  });
}

test('[ED-01] production without EDITION does not start', async () => {
  const server = new BuiltServer({
    NODE_ENV: 'production',
    ORIGIN: 'https://madang.korea.ac.kr',
    SMTP_URL: 'smtp://127.0.0.1:9',
    DATABASE_URL: 'postgres://127.0.0.1:9/madang',
  });
  server.launch();
  expect(await server.exit).toBe(1);
  expect(server.errors).toMatch(/^EDITION: is required in production: beta, or official for .+\n$/);
});
