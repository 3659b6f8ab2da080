import { answerProblem, expectAfterRetries } from '../testing/faults.ts';
import { expect, test } from '../testing/fixtures.ts';
import { newestLink } from '../testing/mailbox.ts';
import { cardTitles, escapePattern, expectAlert, expectHome, expectPath } from '../testing/screens.ts';
import { body, openWrite, submit, title } from '../testing/write-form.ts';

const EMPTY_SCRAPS = '아직 스크랩한 글이 없습니다. 게시판을 둘러보세요.';
const EMPTY_POSTS = '아직 작성한 글이 없습니다. 첫 글을 남겨 보세요.';

test('[RT-11] my page, profile, scraps and own posts show their screens', async ({ page, signIn }) => {
  await signIn();
  for (const [path, heading] of [
    ['/mypage', '마이페이지'],
    ['/mypage/viewprofile', '프로필'],
    ['/mypage/scrap', '스크랩'],
    ['/mypage/myposts', '내가 쓴 글'],
  ] as const) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
    await expect(page).toHaveTitle(`${heading} · 마당`);
    await expectPath(page, path);
  }
});

test('[SC-34] my page shows nickname and verification, and all its entries, each of which does its thing', async ({
  page,
  user,
}) => {
  await page.goto('/mypage');
  const main = page.getByRole('main');
  await expect(main.getByText(user.nickname, { exact: true })).toBeVisible();
  await expect(main.getByText('인증 완료', { exact: true })).toBeVisible();
  await expect(main.getByRole('button').or(main.getByRole('link'))).toHaveText([
    /^상점/,
    '스크랩',
    '내가 쓴 글',
    '프로필 보기',
    '이메일 인증',
    '이용 방법',
    '문의하기',
    /^오픈소스 라이선스/,
    '로그아웃',
  ]);

  const { socialAccount } = await user.client.ask('GET /api/campus', {});
  for (const [entry, alert] of [
    ['상점', '준비 중입니다.'],
    ['오픈소스 라이선스', '추후 공개될 예정입니다.'],
    ['이용 방법', `이용 방법은 ${socialAccount} 계정에서 확인해 주세요.`],
  ] as const) {
    await main.getByRole('button', { name: entry }).click();
    await expectAlert(page, alert);
    await expectPath(page, '/mypage');
  }
  for (const [entry, path] of [
    ['스크랩', '/mypage/scrap'],
    ['내가 쓴 글', '/mypage/myposts'],
    ['프로필 보기', '/mypage/viewprofile'],
  ] as const) {
    await main.getByRole('link', { name: entry }).click();
    await expectPath(page, path);
    await page.getByRole('button', { name: '뒤로' }).click();
    await expectPath(page, '/mypage');
  }
});

test('[SC-34] inquiry opens the external chat in a window of its own', async ({
  page,
  context,
  watch,
  signIn,
  anybody,
}) => {
  const { inquiryUrl } = await anybody.client.ask('GET /api/campus', {});
  watch.expect(new RegExp(`^request to another site: ${escapePattern(inquiryUrl)}$`));
  await context.route(inquiryUrl, (route) => route.fulfill({ contentType: 'text/html', body: 'chat' }));
  await signIn();
  await page.goto('/mypage');
  const opened = context.waitForEvent('page');
  await page.getByRole('link', { name: '문의하기' }).click();
  const chat = await opened;
  await expect(chat).toHaveURL(inquiryUrl);
  expect(await chat.evaluate(() => window.opener === null && document.referrer === '')).toBe(true);
  await expectPath(page, '/mypage');
});

test('[ER-13] [SC-34] an unverified student gets the mail, a verified one hears that it is done', async ({
  page,
  watch,
  signIn,
  makers,
}) => {
  const user = await makers.user({ right: false });
  const first = await newestLink(user.client, user.email, '/verify');
  await signIn(user);
  await page.goto('/mypage');
  await expect(page.getByText('미인증', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: '이메일 인증' }).click();
  await expectAlert(page, '인증 메일을 보냈습니다.');

  const link = await newestLink(user.client, user.email, '/verify', first);
  const token = link.searchParams.get('token') ?? '';
  await user.client.ask('POST /api/verification/confirmation', { body: { token } });
  // This page was opened before; the server knows better.
  watch.expectStatus(409);
  await page.getByRole('button', { name: '이메일 인증' }).click();
  await expectAlert(page, '이미 이메일 인증이 완료되었습니다.');
  await expect(page.getByText('인증 완료', { exact: true })).toBeVisible();
  await page.reload();
  await page.getByRole('button', { name: '이메일 인증' }).click();
  await expectAlert(page, '이미 이메일 인증이 완료되었습니다.');
});

test('a verification mail that cannot be sent says why', async ({ page, watch, signIn, makers }) => {
  watch.expectStatus(503);
  await signIn(await makers.user({ right: false }));
  await page.goto('/mypage');
  await answerProblem(page, 'POST', '**/api/verification', { status: 503, code: 'server.unavailable' });
  await page.getByRole('button', { name: '이메일 인증' }).click();
  await expectAlert(page, '지금은 연결이 원활하지 않습니다. 잠시 후 다시 시도해 주세요.');
});

test('[SC-35] scraps: newest post first over all boards, else the text that suggests browsing', async ({
  page,
  signIn,
  makers,
}) => {
  const [author, reader] = [await makers.user(), await makers.user()];
  await signIn(reader);
  await page.goto('/mypage/scrap');
  await expect(page.getByText(EMPTY_SCRAPS)).toBeVisible();
  await page.getByRole('main').getByRole('link').click();
  await expectPath(page, '/board/new');

  const titles = [];
  const posts = [];
  for (const fields of [
    { board: 'cj-law-hall' },
    { board: 'question' },
    { board: 'festival', keywords: ['사진'] },
  ]) {
    const post = await makers.post(author, fields);
    posts.push(post);
    titles.unshift(post.title);
  }
  const { posts: facility } = await reader.client.ask('GET /api/buildings/{buildingId}/posts', {
    path: { buildingId: 'buildingNotice' },
    query: {},
  });
  const notice = facility[0];
  if (!notice) throw new Error('the demo world has no facility notice');
  // Scrapped in another order than written, and one post is left out.
  await makers.post(author, { board: 'cj-law-hall' });
  for (const id of [posts[2]?.id, posts[0]?.id, notice.id, posts[1]?.id]) {
    await reader.client.ask('PUT /api/posts/{id}/scrap', { path: { id: id ?? '' } });
  }
  await page.goto('/mypage/scrap');
  await expect(cardTitles(page)).toHaveText([...titles, notice.title]);
  await cardTitles(page).nth(1).getByRole('link').click();
  await expectPath(page, `/post/${posts[1]?.id}`);
  await page.getByRole('button', { name: '뒤로' }).click();
  await expectPath(page, '/mypage/scrap');
  await expect(cardTitles(page)).toHaveCount(4);
});

test('[SC-36] own posts: newest first over all boards, else the text that suggests writing one', async ({
  page,
  signIn,
  makers,
}) => {
  const [user, other] = [await makers.user(), await makers.user()];
  await signIn(user);
  await page.goto('/mypage/myposts');
  await expect(page.getByText(EMPTY_POSTS)).toBeVisible();
  await page.getByRole('main').getByRole('link').click();
  await expectPath(page, '/write');

  const titles = [];
  for (const fields of [
    { board: 'festival', keywords: ['이벤트 후기'] },
    { board: 'law-hall' },
    { board: 'question' },
  ]) {
    titles.unshift((await makers.post(user, fields)).title);
    await makers.post(other, fields);
  }
  await page.goto('/mypage/myposts');
  await expect(cardTitles(page)).toHaveText(titles);

  // One that is written now stands on top when the list is opened again.
  await openWrite(page, '/board/question');
  await title(page).fill('방금 쓴 질문');
  await body(page).fill('목록에 바로 보이나요?');
  await submit(page).click();
  await expectPath(page, '/board/question');
  await page.getByRole('link', { name: '마당 홈' }).click();
  await expectHome(page);
  await page.getByRole('link', { name: '마이페이지' }).click();
  await page.getByRole('link', { name: '내가 쓴 글' }).click();
  await expect(cardTitles(page)).toHaveText(['방금 쓴 질문', ...titles]);
});

test('[SC-35] [SC-36] both lists go on past the first page', async ({ page, signIn, makers }) => {
  const user = await makers.user();
  for (let number = 1; number <= 32; number += 1) {
    const { id } = await makers.post(user, { board: 'nursing-college', title: `글 ${number}` });
    await user.client.ask('PUT /api/posts/{id}/scrap', { path: { id } });
  }
  await signIn(user);
  for (const path of ['/mypage/myposts', '/mypage/scrap']) {
    await page.goto(path);
    await expect(cardTitles(page).first()).toHaveText('글 32');
    await expect(async () => {
      await cardTitles(page).last().scrollIntoViewIfNeeded();
      await expect(cardTitles(page)).toHaveCount(32, { timeout: 500 });
    }).toPass();
    await expect(cardTitles(page).last()).toHaveText('글 1');
  }
});

test('a list that cannot be loaded says so and tries again', async ({ page, watch, signIn, makers }) => {
  watch.expectStatus(500);
  const user = await makers.user();
  const post = await makers.post(user);
  await user.client.ask('PUT /api/posts/{id}/scrap', { path: { id: post.id } });
  await signIn(user);
  await page.clock.install();
  for (const [path, list] of [
    ['/mypage/scrap', '**/api/profile/scraps**'],
    ['/mypage/myposts', '**/api/profile/posts**'],
  ] as const) {
    await answerProblem(page, 'GET', list, { status: 500, code: 'server.failed' });
    await page.goto(path);
    await expectAfterRetries(page, page.getByRole('alert'), '내용을 불러오지 못했습니다.');
    await expectAlert(page, '내용을 불러오지 못했습니다.');
    await page.unroute(list);
    await page.getByRole('button', { name: '다시 시도' }).click();
    await expect(cardTitles(page)).toHaveText([post.title]);
  }
});

test('[SC-42] the placeholder page shows a single word', async ({ page, signIn }) => {
  await signIn();
  await page.goto('/algoria');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('main')).toHaveText('준비중');
  await expectPath(page, '/algoria');
});
