import { cp, mkdir, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { commentInput, expectOutbox, sendButton, storedComments } from '../testing/comments.ts';
import { expect, test } from '../testing/fixtures.ts';
import { JourneyServer } from '../testing/journey-server.ts';
import { cardLinks } from '../testing/reading.ts';
import { expectAlert, expectPath } from '../testing/screens.ts';
import { markLoad } from '../testing/worker.ts';
import { body, expectText, openWrite, title } from '../testing/write-form.ts';

// Their server changes builds.
test.use({ ownServer: {} });

const AWAY = /ERR_(?:CONNECTION_REFUSED|CONNECTION_RESET|SOCKET_NOT_CONNECTED)|status of 503/;
const idOf = (number: number) => String(number).repeat(16);

test('[PH-06] a build three versions old still opens its screens; an older one asks to reload and keeps the draft @full', async ({
  page,
  server,
  watch,
  signIn,
}) => {
  test.slow();
  // The page may send requests during a restart.
  watch.allow(AWAY);
  const own = JourneyServer.own(server);
  await signIn();
  await openWrite(page, '/board/question');
  const typed = { title: '오래된 앱에서', body: '쓰던 글' };
  await title(page).fill(typed.title);
  await body(page).fill(typed.body);
  const isLoadedAgain = await markLoad(page);

  const builds = await Promise.all([3, 4].map((number) => makeBuild(number)));
  const port = new URL(server.origin).port;
  const [third, fourth] = builds.map(
    ({ program }) => new JourneyServer(own.dataFolder, { PORT: port }, [program]),
  );
  if (!third || !fourth) throw new Error('two builds are started');
  await own.stop();
  // Leftover files of the first two builds; nothing requests them.
  for (const number of [1, 2]) await writeFile(join(own.dataFolder, 'builds', `${idOf(number)}.json`), '{}');
  try {
    await third.start();
    expect(await (await fetch(server.origin)).text()).toContain(idOf(3));
    await page.goBack();
    await expect(cardLinks(page).first()).toBeVisible();
    await page.getByRole('banner').getByRole('button', { name: '뒤로' }).click();
    await page.getByRole('link', { name: '마이' }).click();
    await expectPath(page, '/mypage');
    await expect(page.getByRole('button', { name: '로그아웃' })).toBeVisible();
    expect(await isLoadedAgain()).toBe(false);
    await third.stop();

    await fourth.start();
    watch.expectStatus(404);
    watch.allow(/Failed to fetch dynamically imported module|Unable to preload CSS/);
    watch.allow(/The above error occurred|status of 404|uncaught/);
    await page.getByRole('link', { name: /스크랩/ }).click();
    await expect(page.getByRole('alert')).toContainText('화면을 표시하지 못했습니다. 새로고침해 주세요.');
    expect(await isLoadedAgain()).toBe(false);
    await page.getByRole('button', { name: '새로고침' }).click();
    await expectPath(page, '/mypage/scrap');
    await expect(page.getByRole('alert')).toHaveCount(0);
    expect(await page.evaluate(() => document.documentElement.dataset['build'])).toBe(idOf(4));
    await openWrite(page, '/board/question');
    await expectText(page, typed);
  } finally {
    await third.stop();
    await fourth.stop();
    for (const { remove } of builds) await remove();
    await own.start();
  }
});

test('[PH-04] [SF-48] pending reply of an older page without a user id: kept, and sent after the page reloads @full', async ({
  page,
  server,
  watch,
  signIn,
  makers,
}) => {
  test.slow();
  watch.allow(AWAY);
  watch.allow(/ERR_INTERNET_DISCONNECTED/);
  const own = JourneyServer.own(server);
  const user = await makers.user();
  const post = await makers.post(user);
  const before = await makeBuild(5, (text) => text.replaceAll('Madang-User', 'Unnamed'));
  const old = new JourneyServer(own.dataFolder, { PORT: new URL(server.origin).port }, [before.program]);
  await own.stop();
  try {
    await old.start();
    await signIn(user);
    await page.goto(`/post/${post.id}`);
    await expectOutbox(page);
    await page.context().setOffline(true);
    await commentInput(page).fill('앞선 버전에서 쓴 댓글');
    await sendButton(page).click();
    await expectAlert(page, '연결되면 보낼게요.');
    await old.stop();
    await own.start();
    const refused = page.waitForResponse(
      (response) => response.request().method() === 'POST' && response.url().endsWith('/replies'),
    );
    await page.context().setOffline(false);
    const answer = await refused;
    expect([answer.status(), answer.headers()['retry-after']]).toEqual([503, '60']);
    expect(own.takeComplaints().join()).toContain('a pending write without Madang-User');
    expect(await storedComments(user, post.id)).toEqual([]);
    await page.reload();
    await expect
      .poll(() => storedComments(user, post.id), { timeout: 40_000 })
      .toEqual(['앞선 버전에서 쓴 댓글']);
  } finally {
    await old.stop();
    await before.remove();
    await own.restart();
  }
});

const root = fileURLToPath(new URL('../..', import.meta.url));
/** Matches file names of the build anywhere in its text. */
const NAME = /[\w.-]+-[\w-]{8}\.(?:js|css|json|svg|png|webp)\b/g;

/**
 * Copies the build with new file addresses, inside the repository to resolve packages.
 *
 * @param number id of the build, 1 to 9.
 * @param edit changes the text of each file of its web app.
 * @returns the path of its server program and a function that deletes the copy.
 */
async function makeBuild(
  number: number,
  edit = (text: string): string => text,
): Promise<{ program: string; remove: () => Promise<void> }> {
  const folder = join(root, 'reports', `build-${process.pid}-${number}`);
  const [web, assets] = [join(folder, 'web', 'dist'), join(folder, 'web', 'dist', 'assets')];
  await rm(folder, { recursive: true, force: true });
  await mkdir(join(folder, 'server'), { recursive: true });
  await cp(join(root, 'server', 'package.json'), join(folder, 'server', 'package.json'));
  await cp(join(root, 'server', 'dist'), join(folder, 'server', 'dist'), { recursive: true });
  for (const path of ['server/bin', 'server/migrations', 'server/seed', 'campus'])
    await symlink(join(root, path), join(folder, path));
  const isPlain = (path: string): boolean => !/\.(?:br|gz)$/.test(path);
  await cp(join(root, 'web', 'dist'), web, { recursive: true, filter: isPlain });

  const names = new Map(
    (await readdir(assets)).map((name) => [name, name.replace(/\.(\w+)$/, `${number}.$1`)]),
  );
  const build = / data-build="(\w+)"/.exec(await readFile(join(web, 'index.html'), 'utf8'))?.[1] ?? '';
  const change = (text: string): string =>
    edit(text)
      .replaceAll(NAME, (name) => names.get(name) ?? name)
      .replaceAll(build, String(number).repeat(16));
  for (const [name, other] of names) await rename(join(assets, name), join(assets, other));
  const texts = ['index.html', 'sw.js', ...[...names.values()].map((name) => `assets/${name}`)];
  const paths = texts.filter((name) => /\.(?:html|js|css)$/.test(name)).map((name) => join(web, name));
  for (const path of [...paths, join(folder, 'server', 'dist', 'web-manifest.json')])
    await writeFile(path, change(await readFile(path, 'utf8')));
  return {
    program: join(folder, 'server', 'dist', 'main.js'),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
