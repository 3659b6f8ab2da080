import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expectComments } from '../testing/comments.ts';
import { expect, test } from '../testing/fixtures.ts';
import { JourneyServer } from '../testing/journey-server.ts';
import { PASSWORD } from '../testing/makers.ts';
import { expectAlert, expectHome, expectLoginScreen, expectPath, logIn } from '../testing/screens.ts';

// Their server restarts, with the same or another campus text.
test.use({ ownServer: {} });

const campusFolder = fileURLToPath(new URL('../../campus', import.meta.url));

/** Copies the campus and changes its privacy policy. */
async function changeText(folder: string): Promise<void> {
  await cp(campusFolder, folder, { recursive: true, filter: (path) => !path.includes('node_modules') });
  const path = join(folder, 'privacy.ko.json');
  const text = JSON.parse(await readFile(path, 'utf8')) as { version: object; sections: object[] };
  text.version = { beta: '2099-01-01', official: '2099-01-02' };
  text.sections.unshift({ heading: '새로 바뀐 내용', paragraphs: ['이제 이렇게 합니다.'] });
  await writeFile(path, JSON.stringify(text));
}

test('changed legal text: asks for consent again, only those without it, who can also withdraw @full', async ({
  page,
  server,
  makers,
  watch,
}) => {
  test.slow();
  // The page may send requests during a restart.
  watch.allow(/ERR_(?:CONNECTION_REFUSED|CONNECTION_RESET|SOCKET_NOT_CONNECTED)/);
  const [user, leaver] = [await makers.user(), await makers.user()];
  await page.goto('/building');
  await logIn(page, user.email, PASSWORD);
  await expectPath(page, '/building');
  const folder = await mkdtemp(join(tmpdir(), 'madang-campus-'));
  try {
    await changeText(folder);
    await JourneyServer.own(server).restart({ CAMPUS: folder });
    await page.goto('/keyword');
    await expectPath(page, '/consent');
    await page.getByRole('link', { name: '개인정보 처리방침 보기' }).click();
    await expect(page.getByRole('dialog').getByText('이제 이렇게 합니다.')).toBeVisible();
    await page.keyboard.press('Escape');
    await page.getByLabel('개인정보 처리방침에 동의합니다').check();
    await page.getByRole('button', { name: '동의하고 계속하기' }).click();
    await expectPath(page, '/keyword');

    // A new sign-up includes this consent.
    const other = await makers.user();
    expect((await other.client.ask('GET /api/session', {})).user?.consentsDue).toEqual([]);
    await page.goto('/mypage');
    await page.getByRole('button', { name: '로그아웃' }).click();
    await expectLoginScreen(page);

    await logIn(page, leaver.email, PASSWORD);
    await expectPath(page, '/consent');
    await page.getByRole('link', { name: '회원 탈퇴' }).click();
    await page.getByLabel('비밀번호', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: '탈퇴하기' }).click();
    await expectAlert(page, '회원 탈퇴가 완료되었습니다.');
    await expectLoginScreen(page);
  } finally {
    await JourneyServer.own(server).restart();
    await rm(folder, { recursive: true, force: true });
  }
  // The previous text was agreed to as well.
  await logIn(page, user.email, PASSWORD);
  await expectHome(page);
});

test('[SC-22] server restart: loses and duplicates no comment @full', async ({
  page,
  watch,
  signIn,
  makers,
  server,
}) => {
  const [author, reader] = [await makers.user(), await makers.user()];
  const post = await makers.post(author);
  await makers.reply(author, post.id, '재시작 전');
  await signIn(reader);
  await page.goto(`/post/${post.id}`);
  await expectComments(page, ['재시작 전']);
  await makers.reply(author, post.id, '곧 재시작');
  await expectComments(page, ['재시작 전', '곧 재시작']);
  await page.evaluate(() => Object.assign(window, { neverReloaded: true }));

  const own = JourneyServer.own(server);
  await own.stop();
  watch.expect(/Failed to load resource: net::ERR_CONNECTION_REFUSED/);
  // The server listens before it is ready.
  watch.allow(/Failed to load resource: .* status of 503/);
  // The page has noticed and reconnects.
  await page.waitForEvent('requestfailed', (request) => request.url().includes('/replies/live'));
  await own.start();
  await makers.reply(author, post.id, '재시작 뒤 하나');
  await makers.reply(author, post.id, '재시작 뒤 둘');
  await expectComments(page, ['재시작 전', '곧 재시작', '재시작 뒤 하나', '재시작 뒤 둘']);
  await makers.reply(author, post.id, '이어서 셋');
  await expectComments(page, ['재시작 전', '곧 재시작', '재시작 뒤 하나', '재시작 뒤 둘', '이어서 셋']);
  expect(await page.evaluate(() => 'neverReloaded' in window)).toBe(true);
});
