import { answerProblem, holdAnswers } from '../testing/faults.ts';
import { expect, test } from '../testing/fixtures.ts';
import { cardLinks, navigationState, screenName, tabBar, writeButton } from '../testing/reading.ts';
import { backArrow, expectHome, expectPath } from '../testing/screens.ts';

test('[RT-19] a post paints at once from the card that was pressed, and is completed by the answer', async ({
  page,
  signIn,
  makers,
}) => {
  const author = await makers.user();
  const post = await makers.post(author, {
    board: 'ice-rink',
    title: `카드에서 바로 보이는 글 ${makers.next()}`,
    body: '목록이 아는 문단.\n\n답이 와야 보이는 문단.',
    keywords: ['추천 장소'],
  });
  await makers.like(author, post.id);
  await signIn(author);
  const held = await holdAnswers(page, 'GET', `**/api/posts/${post.id}`);
  await page.goto('/building/ice-rink?sort=popular');
  await page.getByRole('link', { name: post.title }).click();
  await expectPath(page, `/post/${post.id}`);
  await expect(page.getByRole('heading', { level: 1, name: post.title })).toBeVisible();
  const article = page.getByRole('article').first();
  await expect(article.getByText('목록이 아는 문단.')).toBeVisible();
  await expect(article.getByText(author.nickname)).toBeVisible();
  await expect(article.locator('time').first()).toHaveText(/^\d{4}\/\d{2}\/\d{2} \d{2}:\d{2}$/);
  await expect(article.getByText('#추천 장소')).toBeVisible();
  await expect(page.getByRole('button', { name: /^좋아요/ })).toHaveText('1');
  await expect(article.getByText('답이 와야 보이는 문단.')).toHaveCount(0);
  await expect.poll(held.count).toBe(1);
  held.release();
  await expect(article.getByText('답이 와야 보이는 문단.')).toBeVisible();

  expect(await navigationState(page)).toMatchObject({ from: '/building/ice-rink?sort=popular' });
  await backArrow(page).click();
  await expectPath(page, '/building/ice-rink?sort=popular');
});

test('[RT-19] back leads to the very list that a post was opened from', async ({ page, signIn, makers }) => {
  test.slow();
  const author = await makers.user();
  const post = await makers.post(author, { board: 'festival', keywords: ['사진'] });
  await author.client.ask('PUT /api/posts/{id}/scrap', { path: { id: post.id } });
  const tagged = await makers.post(author, { board: 'medical-college', keywords: ['추천 장소'] });
  const asked = await makers.post(author, { board: 'question' });
  await signIn(author);
  for (const [path, { id, title }] of [
    ['/board/question', asked],
    ['/board/question?sort=popular', null],
    ['/board/buildingNotice', null],
    ['/board/new', asked],
    ['/board/hot', null],
    ['/board/festival?filter=2', post],
    ['/keyword/12/3', tagged],
    ['/building/medical-college', tagged],
    ['/mypage/scrap', post],
    ['/mypage/myposts', asked],
  ].map(([path, made]) => [path, made ?? { id: '', title: '' }] as [string, typeof post])) {
    await page.goto(path);
    const link = title === '' ? cardLinks(page).first() : page.getByRole('link', { name: title });
    const name = await link.innerText();
    await link.click();
    await expectPath(page, id === '' ? /^\/(hot)?post\// : `/post/${id}`);
    await expect(screenName(page)).toHaveText(name);
    expect(await navigationState(page)).toMatchObject({ from: path });
    await backArrow(page).click();
    await expectPath(page, path);
    await expect(page.getByRole('link', { name }).first()).toBeVisible();
  }
});

test('[RT-19] reloaded, a post still knows the way back; without state it loads by id and goes to its board', async ({
  page,
  signIn,
  makers,
}) => {
  const author = await makers.user();
  const post = await makers.post(author, { board: 'question', title: '다시 불러온 글' });
  await signIn(author);
  await page.goto('/board/new');
  await page.getByRole('link', { name: post.title }).click();
  await expect(screenName(page)).toHaveText(post.title);
  await page.reload();
  await expect(screenName(page)).toHaveText(post.title);
  await backArrow(page).click();
  await expectPath(page, '/board/new');

  for (const [board, path] of [
    ['question', '/board/question'],
    ['festival', '/board/festival'],
    ['law-hall', '/building/law-hall'],
  ] as const) {
    const { id, title } = await makers.post(author, {
      board,
      keywords: board === 'festival' ? ['사진'] : [],
    });
    const shared = await page.context().newPage();
    await shared.goto(`/post/${id}`);
    expect(await navigationState(shared)).toBeNull();
    await expect(screenName(shared)).toHaveText(title);
    await backArrow(shared).click();
    await expectPath(shared, path);
    await expect(shared.getByRole('link', { name: title })).toBeVisible();
  }
});

test('[RT-19] what the state remembers gives way to what the server says', async ({
  page,
  signIn,
  makers,
}) => {
  const author = await makers.user();
  const post = await makers.post(author, { board: 'question', title: `댓글이 늘어나는 글 ${makers.next()}` });
  await signIn(author);
  await page.goto('/board/question');
  await expect(page.getByRole('link', { name: post.title })).toBeVisible();
  await makers.reply(author, post.id, '그 사이의 댓글');
  await makers.like(author, post.id);
  await page.getByRole('link', { name: post.title }).click();
  await expect(page.getByRole('button', { name: /^좋아요/ })).toHaveText('1');
  await expect(page.getByText('그 사이의 댓글')).toBeVisible();
  await page.reload();
  await expect(page.getByRole('button', { name: /^좋아요/ })).toHaveText('1');
});

test('[RT-21] the building list gets the list along and shows it at once', async ({
  page,
  watch,
  signIn,
  anybody,
}) => {
  const { buildings } = await anybody.client.ask('GET /api/buildings', {});
  await signIn();
  const list = page.getByRole('main').locator('a[href^="/building/"]');
  const read = page.waitForResponse('**/api/buildings');
  await page.goto('/');
  await read;
  await expectHome(page);
  await tabBar(page).getByRole('link', { name: '건물' }).click();
  await expectPath(page, '/building');
  await expect(list).toHaveCount(buildings.length);
  expect(await navigationState(page)).toMatchObject({ buildings });

  // Nothing of this page is left but the navigation state, and the server does not answer.
  const held = await holdAnswers(page, 'GET', '**/api/buildings');
  await page.reload();
  await expect(list).toHaveCount(buildings.length);
  await expect.poll(held.count).toBeGreaterThan(0);
  await page.getByRole('tab', { name: '녹지' }).click();
  const green = buildings.filter(({ category }) => category === '녹지').length;
  await expect(list).toHaveCount(green);
  held.release();
  await expect(list).toHaveCount(green);

  // Without it, the list is asked for.
  watch.expectStatus(500);
  await page.unrouteAll();
  await answerProblem(page, 'GET', '**/api/buildings', { status: 500, code: 'server.failed' });
  await page.goto('/building');
  await expect(page.getByRole('main').getByRole('alert')).toBeVisible();
  await expect(list).toHaveCount(0);
});

test('[RT-16] [RT-21] the write screen gets the previous path', async ({ page, signIn }) => {
  await signIn();
  for (const path of [
    '/building/main-hall',
    '/building/main-hall?sort=popular',
    '/board/question',
    '/board/festival?filter=1',
    '/board/buildingNotice',
  ]) {
    await page.goto(path);
    await writeButton(page).click();
    await expectPath(page, '/write');
    expect(await navigationState(page)).toMatchObject({ from: path });
    await expect(screenName(page)).toHaveText('글쓰기');
    await page.goBack();
    await expectPath(page, path);
  }
});

test('a sheet or page that is left by two quick presses is left once', async ({ page, signIn }) => {
  await signIn();
  // As a busy phone hands them over: both before the browser has gone back.
  const pressTwice = (name: string) =>
    page.getByRole('button', { name }).evaluate((button: HTMLElement) => {
      button.click();
      button.click();
    });
  await page.goto('/');
  await expectHome(page);
  await tabBar(page).getByRole('link', { name: '키워드' }).click();
  await page.getByRole('button', { name: /콘센트/ }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await pressTwice('닫기');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expectPath(page, '/keyword');
  await tabBar(page).getByRole('link', { name: '건물' }).click();
  await page.getByRole('link', { name: /본관/ }).first().click();
  await expectPath(page, /^\/building\/./);
  await pressTwice('뒤로');
  await expect(page.getByRole('tablist')).toBeVisible();
  await expectPath(page, '/building');
});
