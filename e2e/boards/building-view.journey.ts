import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from '../testing/axe.ts';
import { expect, test } from '../testing/fixtures.ts';
import { expectPath, sidewaysScroll } from '../testing/screens.ts';
import { watchShifts } from '../testing/shifts.ts';

test.use({ edition: 'official' });

const section = (page: Page, name: string) =>
  page.locator('section').filter({ has: page.getByRole('heading', { level: 2, name, exact: true }) });

test('[PL-02] [PL-08] from the best places to a building view without layout shift; its map shows the whole building with its name @full', async ({
  page,
  signIn,
  makers,
}) => {
  test.slow();
  const [asker, helper] = [await makers.user(), await makers.user()];
  const title = `아이스링크 정수기 질문 ${makers.next()}`;
  const { id } = await makers.post(asker, { board: 'question', title });
  const { id: replyId } = await makers.reply(helper, id, '입구에 있어요');
  await asker.client.ask('PUT /api/posts/{id}/accepted', { path: { id }, body: { replyId } });
  const post = await makers.post(helper, { board: 'ice-rink', keywords: ['조용한 장소'] });
  await signIn();
  const moved = await watchShifts(page);

  await test.step('keyword home begins with three places and says why, home has one line of them', async () => {
    const html = (await (await page.goto('/keyword'))?.text()) ?? '';
    // Server-rendered.
    expect(html).toContain('지금 갈 만한 곳</h2>');
    const block = section(page, '지금 갈 만한 곳');
    const rows = block.locator('ol').getByRole('link');
    await expect(rows.first()).toBeVisible();
    const tile = page
      .getByRole('main')
      .getByRole('link', { name: /^비대면/ })
      .last();
    const top = async (of: Locator) => (await of.boundingBox())?.y ?? 0;
    expect(await top(rows.first())).toBeLessThan(await top(tile));
    // Another keyword, filtered by posts only: at night most places are closed.
    await block.getByRole('link', { name: '콘센트', exact: true }).click();
    await expectPath(page, '/keyword?now=6');
    await expect(rows.first()).toContainText(/콘센트 글 \d+개/);
    for (const row of await rows.all()) await expect(row).toContainText(/콘센트 글 \d+개/);
    expect(await moved()).toEqual([]);
    await expectAccessible(page);
    await page.setViewportSize({ width: 320, height: 640 });
    expect(await sidewaysScroll(page)).toBe(0);
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto('/');
    const line = page.getByRole('link', { name: /곳 — / });
    await expect(line).toBeVisible();
    expect(await moved()).toEqual([]);
    await line.click();
    await expect(page).toHaveURL(/\/building\/[a-z-]+\/view$/);
  });

  await page.goto('/building/ice-rink');
  await page.getByRole('link', { name: '건물 보기', exact: true }).click();
  await expectPath(page, '/building/ice-rink/view');
  await expect(page.getByRole('banner').getByText('아이스링크')).toBeVisible();
  await expect(section(page, '채택된 답변').getByRole('link', { name: title })).toBeVisible();
  await expect(
    section(page, '장소 키워드가 달린 새 글').getByRole('link', { name: post.title }),
  ).toBeVisible();

  // Opened from a link: nothing moves during hydration.
  await page.goto('/building/ice-rink/view');
  await expect(section(page, '여는 시간').getByText(/까지$|에 열어요$|^24시간$/)).toBeVisible();
  await expect(section(page, '편의시설').getByRole('heading', { level: 3 }).first()).toBeVisible();
  await expect(section(page, '채택된 답변').getByRole('link', { name: title })).toBeVisible();
  // Loads last.
  await expect(page.getByRole('link', { name: '지도에서 보기', exact: true })).toBeVisible();
  expect(await moved()).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);

  await section(page, '채택된 답변').getByRole('link', { name: title }).click();
  await expectPath(page, `/post/${id}`);
  await page.getByRole('button', { name: '뒤로', exact: true }).click();
  await page.getByRole('link', { name: '지도에서 보기', exact: true }).click();
  await expectPath(page, '/map?at=ice-rink');
  await page.getByRole('button', { name: '뒤로', exact: true }).click();
  await page.getByRole('link', { name: '게시판 보기', exact: true }).click();
  await expectPath(page, '/building/ice-rink');

  // The map section shows its whole building, labelled, and no labels overlap.
  for (const id of ['main-hall', 'medical-college']) {
    await page.goto(`/building/${id}/view`);
    const piece = page.getByRole('link', { name: '지도에서 보기', exact: true });
    await piece.scrollIntoViewIfNeeded();
    const { whole, named, overlaps } = await piece.evaluate((link) => {
      const [frame, own] = [link, link.querySelector('[data-current]')].map((one) =>
        one?.getBoundingClientRect(),
      );
      const seen = [...link.querySelectorAll('text')].filter(
        (text) => getComputedStyle(text).opacity === '1',
      );
      const boxes = seen.map((text) => text.getBoundingClientRect());
      return {
        whole:
          !!frame &&
          !!own &&
          own.left > frame.left &&
          own.right < frame.right &&
          own.top > frame.top &&
          own.bottom < frame.bottom,
        named: seen.some((text) => text.closest('[data-current]')),
        overlaps: boxes.filter((one, index) =>
          boxes
            .slice(index + 1)
            .some(
              (other) =>
                one.left < other.right - 1 &&
                other.left < one.right - 1 &&
                one.top < other.bottom - 1 &&
                other.top < one.bottom - 1,
            ),
        ).length,
      };
    });
    expect([id, whole, named, overlaps]).toEqual([id, true, true, 0]);
  }
});
