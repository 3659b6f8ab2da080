import type { PostSummary } from '@madang/contract/posts/schema';
import { expect, test } from '../testing/fixtures.ts';
import type { User } from '../testing/makers.ts';
import { cardLinks, expectCardOrder, makeFans, scrollTop } from '../testing/reading.ts';
import { cardTitles, expectHome, expectPath } from '../testing/screens.ts';

async function readBoard(user: User, buildingId: string, order: 'recent' | 'popular' = 'recent') {
  const { posts } = await user.client.ask('GET /api/buildings/{buildingId}/posts', {
    path: { buildingId },
    query: { order },
  });
  return posts;
}

/** By created time, newest first; the server's own order is not taken for granted. */
function newestFirst(posts: readonly PostSummary[]): string[] {
  return posts
    .toSorted((left, right) => right.createdAt.localeCompare(left.createdAt))
    .map(({ title }) => title);
}

test('[SC-04] each tile of home opens its board; the event tile asks which of the two', async ({
  page,
  signIn,
}) => {
  await signIn();
  for (const [tile, path] of [
    ['질문 게시판', '/board/question'],
    ['시설 공지', '/board/buildingNotice'],
    ['최신글', '/board/new'],
    ['인기글', '/board/hot'],
    ['축제 게시판', '/board/festival'],
  ] as const) {
    await page.goto('/');
    await page.getByRole('main').getByRole('link', { name: tile, exact: true }).click();
    await expectPath(page, path);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(tile);
    await page.getByRole('button', { name: '뒤로' }).click();
    await expectHome(page);
  }
  await page.getByRole('button', { name: '이벤트/공지', exact: true }).click();
  await expect(page.getByRole('dialog').getByRole('link')).toHaveText(['이벤트', '공지사항']);
  await expectPath(page, '/');
});

test('[RT-18] the chooser is a modal: Escape, the cross and the back button leave it, its links lead on', async ({
  page,
  signIn,
}) => {
  await signIn();
  await page.goto('/building');
  await page.goto('/');
  const tile = page.getByRole('button', { name: '이벤트/공지', exact: true });
  const chooser = page.getByRole('dialog');
  for (const leave of [
    () => page.keyboard.press('Escape'),
    () => chooser.getByRole('button', { name: '닫기' }).click(),
    () => page.goBack(),
  ]) {
    await tile.click();
    await expect(chooser).toBeVisible();
    expect(await chooser.evaluate((dialog) => dialog.matches(':modal'))).toBe(true);
    await leave();
    await expect(chooser).toBeHidden();
    await expectHome(page);
  }
  for (const [choice, path] of [
    ['이벤트', '/board/event'],
    ['공지사항', '/board/notice'],
  ] as const) {
    await tile.click();
    await chooser.getByRole('link', { name: choice }).click();
    await expectPath(page, path);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(choice);
    await page.getByRole('button', { name: '뒤로' }).click();
    await expectHome(page);
    await expect(chooser).toBeHidden();
  }
});

test('[SC-13] the question board shows its category and description, and two tabs of its posts', async ({
  page,
  signIn,
  makers,
}) => {
  const author = await makers.user({ right: false });
  const board = await author.client.ask('GET /api/buildings/{buildingId}', {
    path: { buildingId: 'question' },
  });
  const first = await makers.post(author, { board: 'question', title: '학생증은 어디서 만드나요' });
  await makers.post(author, { board: 'question', title: '도서관은 몇 시에 닫나요' });
  const most = (await readBoard(author, 'question', 'popular'))[0]?.likeCount ?? 0;
  for (const fan of await makeFans(makers, most + 1)) await makers.like(fan, first.id);

  await signIn(author);
  await page.goto('/board/question');
  await expect(page.getByRole('main').getByText(board.category, { exact: true }).first()).toBeVisible();
  await expect(page.getByText(board.info)).toBeVisible();
  await expect(page.getByRole('tab')).toHaveText(['최신', '인기']);
  await expect(page.getByRole('tab', { name: '최신' })).toHaveAttribute('aria-selected', 'true');
  await expectCardOrder(page, ['도서관은 몇 시에 닫나요', '학생증은 어디서 만드나요']);
  await expect(page.getByRole('article').first().getByText('질문', { exact: true })).toBeVisible();

  await page.getByRole('tab', { name: '인기' }).click();
  await expect(page.getByRole('tab', { name: '인기' })).toHaveAttribute('aria-selected', 'true');
  await expectCardOrder(page, ['학생증은 어디서 만드나요']);
  // The choice is in the address, and survives a reload.
  await page.reload();
  await expect(page.getByRole('tab', { name: '인기' })).toHaveAttribute('aria-selected', 'true');
  await expectCardOrder(page, ['학생증은 어디서 만드나요']);
});

test('[SC-14] facility notices: category and info, then the newest or the most liked first', async ({
  page,
  signIn,
  makers,
}) => {
  const reader = await makers.user();
  const path = { buildingId: 'buildingNotice' };
  const board = await reader.client.ask('GET /api/buildings/{buildingId}', { path });
  const oldest = (await readBoard(reader, 'buildingNotice')).at(-1);
  const most = (await readBoard(reader, 'buildingNotice', 'popular'))[0];
  if (!oldest || !most) throw new Error('no facility notices');
  // The oldest becomes the most liked one, so that the two orders cannot be mistaken for each other.
  for (const fan of await makeFans(makers, most.likeCount + 1)) await makers.like(fan, oldest.id);

  await signIn(reader);
  await page.goto('/board/buildingNotice');
  await expect(page.getByRole('main').getByText(board.category, { exact: true })).toBeVisible();
  await expect(page.getByText(board.info)).toBeVisible();
  await expect(page.getByRole('tab')).toHaveText(['최신', '인기']);
  const posts = await readBoard(reader, 'buildingNotice');
  await expect(cardTitles(page)).toHaveText(newestFirst(posts));

  await page.getByRole('tab', { name: '인기' }).click();
  await expectCardOrder(page, [oldest.title]);
  const likes = await page
    .getByRole('article')
    .getByText(/^좋아요 \d+개$/)
    .allInnerTexts();
  const counts = likes.map((text) => Number(/\d+/.exec(text)?.[0]));
  expect(counts).toHaveLength(posts.length);
  expect(counts).toEqual(counts.toSorted((left, right) => right - left));
  expect(new Set(counts).size).toBeGreaterThan(3);
});

test('[SC-27] [SC-28] the 30 newest posts of all boards students write on, and no more', async ({
  page,
  signIn,
  makers,
}) => {
  const author = await makers.user();
  const written = [];
  for (const [board, keywords] of [
    ['main-hall', []],
    ['question', []],
    ['festival', ['사진']],
    ['medical-college', ['추천 장소']],
  ] as const) {
    written.push(
      await makers.post(author, { board, keywords: [...keywords], body: `${board}에서.\n\n둘째.` }),
    );
  }
  await signIn(author);
  await page.goto('/board/new');
  const titles = written.map(({ title }) => title).toReversed();
  await expectCardOrder(page, titles);
  await expect(cardLinks(page)).toHaveCount(30);
  const first = page.getByRole('article').first();
  await expect(first.getByText('의과대학 본관', { exact: true })).toBeVisible();
  await expect(first.getByText('medical-college에서.')).toBeVisible();
  await expect(first.getByText('둘째.')).toHaveCount(0);
  await expect(first.getByText(author.nickname)).toBeVisible();
  await expect(first.locator('time')).toHaveText(/^\d+분 전$/);

  const instants = await page
    .getByRole('article')
    .locator('time')
    .evaluateAll((times) => times.map((time) => Date.parse(time.getAttribute('datetime') ?? '')));
  expect(instants).toHaveLength(30);
  expect(instants).toEqual(instants.toSorted((left, right) => right - left));

  // The newest of all: nothing that stands on a board is newer than the last of them and missing.
  const oldest = instants.at(-1) ?? 0;
  const shown = await cardLinks(page).evaluateAll((links) => links.map((link) => link.getAttribute('href')));
  const { buildings } = await author.client.ask('GET /api/buildings', {});
  for (const board of [...buildings.map(({ id }) => id), 'question', 'festival']) {
    const newer = (await readBoard(author, board)).filter((post) => Date.parse(post.createdAt) > oldest);
    for (const post of newer) expect(shown, post.title).toContain(`/post/${post.id}`);
  }
  const notices = await readBoard(author, 'buildingNotice');
  for (const notice of notices) expect(shown).not.toContain(`/post/${notice.id}`);

  // It ends there.
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
  await expect.poll(() => scrollTop(page)).toBeGreaterThan(1_000);
  await expect(page.getByRole('main').getByRole('status')).toHaveCount(0);
  await expect(cardLinks(page)).toHaveCount(30);
});
