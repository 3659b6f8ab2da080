import type { Page } from '@playwright/test';
import { commentInput, sendButton } from '../testing/comments.ts';
import { expect, test } from '../testing/fixtures.ts';
import { attachPictures, makeTyped, openTyped } from '../testing/picture-form.ts';
import { expectAlert } from '../testing/screens.ts';
import { submit } from '../testing/write-form.ts';

test.use({ edition: 'official' });

const typed = makeTyped();
const REPLIES = 18;
/** How often each call of each of them is cut: half before it reaches the server, half on its way back. */
const CUTS = 10;
const WRITES = /\/api\/(?:uploads\/|posts\/[^/]+\/replies$|buildings\/[^/]+\/posts$)/;

/** The script that keeps what is sent runs: without a network it does not come. */
async function expectOutbox(page: Page): Promise<void> {
  const script = await page.waitForFunction(
    () => performance.getEntriesByType('resource').find(({ name }) => name.includes('/outbox-parts'))?.name,
  );
  await page.evaluate((address) => import(`${address}`), await script.jsonValue());
}

test('[PH-03] [PH-04] [SF-42] whatever is cut at whichever step of a send, 200 times: nothing is lost and nothing doubled', async ({
  page,
  signIn,
  user,
  makers,
  watch,
}) => {
  test.slow();
  watch.expect(/Failed to load resource|ERR_/);
  const post = await makers.post(user);
  await signIn(user);
  await openTyped(page, typed);
  await attachPictures(page, 1);
  await expectOutbox(page);
  await page.context().setOffline(true);
  await submit(page).click();
  await expectAlert(page, '연결되면 보낼게요.');

  await page.context().setOffline(false);
  const cuts = new Map<string, number>();
  await page.route(WRITES, async (route) => {
    const request = route.request();
    const id =
      /\/api\/uploads\/(.+)/.exec(request.url())?.[1] ?? (request.postDataJSON() as { id: string }).id;
    const n = cuts.get(id) ?? 0;
    if (n === CUTS) return route.fallback();
    cuts.set(id, n + 1);
    if (n % 2 === 1) await route.fetch();
    await route.abort();
  });
  await page.goto(`/post/${post.id}`);
  await expect(commentInput(page)).toBeVisible();
  await expectOutbox(page);
  await page.context().setOffline(true);
  for (let n = 1; n <= REPLIES; n += 1) {
    await commentInput(page).fill(`끊긴 댓글 ${n}`);
    await sendButton(page).click();
    await expect(commentInput(page)).toHaveValue('');
  }
  await expect(
    page.getByRole('status').getByRole('link', { name: `보낼 글 ${REPLIES + 1}개` }),
  ).toBeVisible();
  await page.context().setOffline(false);
  await page.goto('/mypage/outbox');
  await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(REPLIES + 1);
  const now = page.getByRole('button', { name: '지금 보내기' });
  const empty = page.getByText('보내기를 기다리는 글이 없어요.');
  await expect(async () => {
    if (!(await empty.isVisible())) await now.click({ timeout: 1_000 });
    await expect(empty).toBeVisible({ timeout: 100 });
  }).toPass({ timeout: 150_000, intervals: [50] });

  // One picture, one post and the replies.
  expect([...cuts.values()]).toEqual(Array.from({ length: REPLIES + 2 }, () => CUTS));
  const replies = await user.client.ask('GET /api/posts/{id}/replies', { path: { id: post.id } });
  expect(replies.replies.map(({ body }) => body)).toEqual(
    Array.from({ length: REPLIES }, (_, n) => `끊긴 댓글 ${n + 1}`),
  );
  const own = await user.client.ask('GET /api/profile/posts', {});
  const sent = own.posts.filter(({ title }) => title === typed.title);
  expect(sent.map(({ pictureCount }) => pictureCount)).toEqual([1]);
});

test('[PH-03] [PH-04] what was written in two tabs goes once, also after the app was closed', async ({
  page,
  signIn,
  user,
  makers,
  watch,
}) => {
  test.slow();
  watch.expect(/Failed to load resource|ERR_/);
  const post = await makers.post(user);
  await signIn(user);
  await page.goto(`/post/${post.id}`);
  await expect(commentInput(page)).toBeVisible();
  await expectOutbox(page);
  await page.context().setOffline(true);
  await commentInput(page).fill('닫은 뒤에 나갈 댓글');
  await sendButton(page).click();
  await expectAlert(page, '연결되면 보낼게요.');
  await page.context().setOffline(false);
  const context = page.context();
  await page.close();
  const [one, two] = await Promise.all([context.newPage(), context.newPage()]);
  await Promise.all([one.goto(`/post/${post.id}`), two.goto('/')]);
  // What waits is sent when a tab is at rest, which takes its time beside other browsers.
  await expect(one.getByRole('listitem').filter({ hasText: '닫은 뒤에 나갈 댓글' })).toHaveCount(1, {
    timeout: 40_000,
  });
  const { replies } = await user.client.ask('GET /api/posts/{id}/replies', { path: { id: post.id } });
  expect(replies.map(({ body }) => body)).toEqual(['닫은 뒤에 나갈 댓글']);
});
