import { expect, test } from '../testing/fixtures.ts';
import { PASSWORD, type Makers, type User } from '../testing/makers.ts';
import { screenName, writeButton } from '../testing/reading.ts';
import { expectHome, expectLoginScreen, expectPath, logIn } from '../testing/screens.ts';

async function findIds(user: User, makers: Makers) {
  const { events } = await user.client.ask('GET /api/events', {});
  const { notices } = await user.client.ask('GET /api/notices', {});
  const { hots } = await user.client.ask('GET /api/hots', { query: {} });
  const post = await makers.post(user, { title: '경로를 보여 주는 글' });
  const [event, notice, hot] = [events[0], notices[0], hots[0]];
  if (!event || !notice || !hot) throw new Error('an empty demo world');
  return { post, event, notice, hot };
}

test('[RT-08] [RT-09] [RT-10] [RT-14] [RT-15] [RT-16] [SC-42] each path shows its screen', async ({
  page,
  signIn,
  anybody,
  makers,
}) => {
  test.slow();
  const { post, event, notice, hot } = await findIds(anybody, makers);
  await signIn();
  const main = page.getByRole('main');
  for (const [path, name, content] of [
    ['/search', '검색', main.getByRole('searchbox')],
    ['/keyword', /.+/, main.getByRole('button', { name: /비대면/ })],
    ['/keyword/5/1', '공부 장소 · 인문', main.getByRole('article').first()],
    ['/board/question', '질문 게시판', main.getByRole('tab', { name: '최신' })],
    ['/board/buildingNotice', '시설 공지', main.getByRole('tab', { name: '최신' })],
    ['/board/new', '최신글', main.getByRole('article').first()],
    ['/board/hot', '인기글', main.getByRole('article').first()],
    ['/board/festival', '축제 게시판', main.getByRole('tab', { name: '이벤트 후기' })],
    ['/board/event', '이벤트', main.getByRole('link', { name: event.title })],
    [`/board/event/${event.id}`, event.title, main.getByText('마당 운영팀')],
    ['/board/notice', '공지사항', main.getByRole('link', { name: notice.title })],
    [`/board/notice/${notice.id}`, notice.title, main.getByText('마당 운영팀')],
    [`/post/${post.id}`, '경로를 보여 주는 글', main.getByRole('button', { name: /좋아요/ })],
    [`/hotpost/${hot.id}`, hot.title, main.getByRole('button', { name: /좋아요/ })],
    ['/write', '글쓰기', page.getByRole('dialog', { name: '건물 선택' })],
  ] as const) {
    await page.goto(path);
    await expect(screenName(page), path).toHaveText(name);
    await expect(content, path).toBeVisible();
    await expectPath(page, path);
  }
  await page.goto('/board/question');
  await writeButton(page).click();
  await expect(main.getByRole('textbox', { name: '제목' })).toBeVisible();
  await expectPath(page, '/write');

  // The placeholder is one word and nothing else.
  await page.goto('/algoria');
  await expect(main).toHaveText('준비중');
  await expectPath(page, '/algoria');
});

test('[RT-17] logged in, /login, /signup and every unknown path lead home', async ({ page, signIn }) => {
  await signIn();
  for (const path of [
    '/login',
    '/signup',
    '/board',
    '/board/freedom',
    '/board/feedback',
    '/board/main-hall',
    '/board/event/1/2',
    '/post',
    '/hotpost',
    '/keyword/1',
    '/keyword/13/1',
    '/keyword/1/4',
    '/building/main-hall/posts',
    '/mypage/nowhere',
    '/mypage/viewprofile/nowhere',
    '/no/such/page',
    '/%EB%A7%88%EB%8B%B9',
  ]) {
    await page.goto(path);
    await expectHome(page);
  }
  // The unknown path is not a place to go back to.
  await page.goto('/building');
  await page.goto('/board/nowhere');
  await expectHome(page);
  await page.goBack();
  await expectPath(page, '/building');
});

test('[RT-05] [RT-17] logged out, a deep link of every kind waits behind the login', async ({
  openBrowser,
  makers,
}) => {
  test.slow();
  const user = await makers.user();
  const { post, event, notice, hot } = await findIds(user, makers);
  for (const [path, landing = path] of [
    ['/building/main-hall?sort=popular'],
    ['/search'],
    ['/algoria'],
    ['/keyword/2/1'],
    ['/mypage/viewprofile/changeEmail'],
    ['/mypage/scrap'],
    ['/board/festival?filter=2'],
    ['/board/hot'],
    [`/board/event/${event.id}`],
    [`/board/notice/${notice.id}`],
    [`/post/${post.id}`],
    [`/hotpost/${hot.id}`],
    ['/write'],
    // What a student is led on from, a visitor is led to login from first.
    ['/board/nowhere', '/'],
    ['/no/such/page', '/'],
  ]) {
    if (path === undefined || landing === undefined) throw new Error('no path');
    const visitor = await openBrowser();
    await visitor.goto(path);
    await expectLoginScreen(visitor);
    await expectPath(visitor, `/login?next=${encodeURIComponent(path).replaceAll('%20', '+')}`);
    await logIn(visitor, user.email, PASSWORD);
    await expectPath(visitor, landing);
    await expect(screenName(visitor)).toBeAttached();
    await visitor.close();
  }
});

test('[RT-05] [RT-23] verify, reset, terms and privacy ask nobody to log in', async ({
  page,
  openBrowser,
  anybody,
}) => {
  const user = await openBrowser(anybody);
  for (const reader of [page, user]) {
    for (const [path, heading] of [
      ['/verify', '이메일 인증'],
      ['/verify?token=spent', '이메일 인증'],
      ['/reset', '새 비밀번호 정하기'],
      ['/reset?token=spent', '새 비밀번호 정하기'],
      ['/terms', '이용약관'],
      ['/privacy', '개인정보 처리방침'],
    ] as const) {
      await reader.goto(path);
      await expect(screenName(reader)).toHaveText(heading);
      await expectPath(reader, path);
    }
  }
  await page.goto('/sendPasswordResetEmail');
  await expect(screenName(page)).toHaveText('비밀번호 재설정');
  await user.goto('/sendPasswordResetEmail');
  await expectHome(user);
});
