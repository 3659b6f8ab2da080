import type { Page } from '@playwright/test';
import { commentInput, expectOutbox, sendButton } from '../testing/comments.ts';
import { expect, test } from '../testing/fixtures.ts';
import { attachPictures, makeTyped, openTyped } from '../testing/picture-form.ts';
import type { User } from '../testing/makers.ts';
import { expectAlert, expectHome, logIn } from '../testing/screens.ts';
import { submit } from '../testing/write-form.ts';

test.use({ edition: 'official' });

const typed = makeTyped();
/** The full suite cuts 200 times. */
const full = process.env['FULL_SUITE'] !== undefined;
const REPLIES = full ? 18 : 2;
/** Number of cuts per call: half before the server, half after it. */
const CUTS = full ? 10 : 4;
const WRITES = /\/api\/(?:uploads\/|posts\/[^/]+\/replies$|buildings\/[^/]+\/posts$)/;

test(`[PH-03] [PH-04] [SF-42] [SF-48] a send is cut ${(REPLIES + 2) * CUTS} times, with another login in between: nothing is lost, duplicated or sent as another student${full ? ' @full' : ''}`, async ({
  page,
  signIn,
  user,
  makers,
  watch,
}) => {
  test.setTimeout(300_000);
  watch.expect(/Failed to load resource|ERR_/);
  watch.expectStatus(409);
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
    // A reused keep-alive connection may close.
    if (n % 2 === 1) await route.fetch({ maxRetries: 2 });
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
  const countCuts = () => [...cuts.values()].reduce((sum, n) => sum + n, 0);
  const sendUntil = (isDone: () => Promise<void> | void) =>
    expect(async () => {
      if (!(await empty.isVisible())) await now.click({ timeout: 1_000 });
      await isDone();
    }).toPass({ timeout: 150_000, intervals: [50] });
  // At half, in the middle of one call: several cuts of it precede its rejection.
  await sendUntil(() => {
    expect(countCuts()).toBeGreaterThan((REPLIES * CUTS) / 2);
    expect([...cuts.values()].some((n) => n > 0 && n < CUTS / 2)).toBe(true);
  });
  const other = await makers.user();
  await signIn(other);
  // The first to reach the server is rejected, and the page reloads for the other student.
  await sendUntil(() => expect(empty).toBeVisible({ timeout: 100 }));
  await signIn(user);
  await page.goto('/mypage/outbox');
  await expect(page.getByRole('main').getByRole('listitem').first()).toBeVisible();
  await sendUntil(() => expect(empty).toBeVisible({ timeout: 100 }));

  // One picture, one post and the replies.
  expect([...cuts.values()]).toEqual(Array.from({ length: REPLIES + 2 }, () => CUTS));
  const replies = await user.client.ask('GET /api/posts/{id}/replies', { path: { id: post.id } });
  expect(replies.replies.map(({ body, authorId }) => [body, authorId])).toEqual(
    Array.from({ length: REPLIES }, (_, n) => [`끊긴 댓글 ${n + 1}`, user.id]),
  );
  expect((await other.client.ask('GET /api/profile/posts', {})).posts).toEqual([]);
  const own = await user.client.ask('GET /api/profile/posts', {});
  const sent = own.posts.filter(({ title }) => title === typed.title);
  expect(sent.map(({ pictureCount }) => pictureCount)).toEqual([1]);
});

test('[PH-03] [PH-04] text written in two tabs is sent once, also after the app was closed', async ({
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
  // Pending writes are sent when a tab is idle, which is slow next to other browsers.
  await expect(one.getByRole('listitem').filter({ hasText: '닫은 뒤에 나갈 댓글' })).toHaveCount(1, {
    timeout: 40_000,
  });
  const { replies } = await user.client.ask('GET /api/posts/{id}/replies', { path: { id: post.id } });
  expect(replies.map(({ body }) => body)).toEqual(['닫은 뒤에 나갈 댓글']);
});

/** Signs in on another tab, which notifies the first where supported. */
async function signInElsewhere({ page, user, other }: Course): Promise<void> {
  // Ends on another device, so no tab is notified.
  await user.client.ask('DELETE /api/session', {});
  const tab = await page.context().newPage();
  await tab.goto('/login');
  // The app fills it in once it runs.
  await expect(tab.getByLabel('이메일', { exact: true })).toHaveValue(user.email);
  await logIn(tab, other.email, other.password);
  await expectHome(tab);
  await tab.close();
}

interface Course {
  page: Page;
  user: User;
  other: User;
  signIn: (user: User) => Promise<void>;
}

const courses: Record<string, (course: Course) => Promise<void>> = {
  'its cookie is replaced @full': ({ other, signIn }) => signIn(other),
  'another tab signs in @full': signInElsewhere,
  'the tab is frozen meanwhile': async (course) => {
    const session = await course.page.context().newCDPSession(course.page);
    await session.send('Page.setWebLifecycleState', { state: 'frozen' });
    await signInElsewhere(course);
    await session.send('Page.setWebLifecycleState', { state: 'active' });
  },
};

for (const [name, follow] of Object.entries(courses))
  test(`[SF-48] pending reply: sent only as its own student when ${name}`, async ({
    page,
    signIn,
    makers,
    watch,
  }) => {
    test.slow();
    watch.allow(/Failed to load resource|ERR_/);
    const [user, other, author] = [await makers.user(), await makers.user(), await makers.user()];
    const post = await makers.post(author);
    await signIn(user);
    await page.goto(`/post/${post.id}`);
    await expectOutbox(page);
    // Only this tab loses the network.
    await page.route('**/*', (route) => route.abort());
    await commentInput(page).fill('나만 보낼 댓글');
    await sendButton(page).click();
    await expectAlert(page, '연결되면 보낼게요.');
    await commentInput(page).fill('쓰던 댓글');
    await follow({ page, user, other, signIn });

    await page.unroute('**/*');
    // The page reloads for the other student, perhaps now, and shows no pending writes.
    await page.evaluate(() => window.dispatchEvent(new Event('online'))).catch(() => undefined);
    await expect(commentInput(page)).toHaveValue('', { timeout: 30_000 });
    await expect(page.getByText('나만 보낼 댓글')).toHaveCount(0);
    const read = async () =>
      (await author.client.ask('GET /api/posts/{id}/replies', { path: { id: post.id } })).replies.map(
        ({ body, authorId }) => [body, authorId],
      );
    expect(await read()).toEqual([]);

    await page.context().clearCookies();
    await page.goto(`/post/${post.id}`);
    await logIn(page, user.email, user.password);
    await expect(commentInput(page)).toHaveValue('쓰던 댓글');
    await expect.poll(read, { timeout: 40_000 }).toEqual([['나만 보낼 댓글', user.id]]);
  });
