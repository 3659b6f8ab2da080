import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { copyStartedFolder } from '../../server/testing/outside/started-folder.ts';
import { commentInput, comments, expectComments, sendButton } from '../testing/comments.ts';
import { expect, test as base } from '../testing/fixtures.ts';
import { JourneyServer } from '../testing/journey-server.ts';
import { operate } from '../testing/operator-command.ts';
import { expectAlert, expectPath } from '../testing/screens.ts';
import { body, openWrite, submit, title, titlesOn } from '../testing/write-form.ts';

const campus = fileURLToPath(new URL('../../campus', import.meta.url));

/** A server of its own on the same campus, which opened long ago. */
const test = base.extend<object, { owned: JourneyServer }>({
  owned: [
    async ({ ownServer: _ }, use) => {
      const folder = await mkdtemp(join(tmpdir(), 'madang-links-'));
      await cp(campus, join(folder, 'campus'), {
        recursive: true,
        filter: (file) => !file.includes('node_modules'),
      });
      const file = join(folder, 'campus', 'campus.json');
      const settings = JSON.parse(await readFile(file, 'utf8')) as { moderation: object };
      const moderation = { ...settings.moderation, openedOn: '2020-03-02' };
      await writeFile(file, JSON.stringify({ ...settings, moderation }));
      await copyStartedFolder(join(folder, 'data'), '1');
      const server = new JourneyServer(join(folder, 'data'), {
        EDITION: 'official',
        CAMPUS: join(folder, 'campus'),
      });
      await server.start();
      await use(server);
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
    { scope: 'worker', timeout: 120_000 },
  ],
});

const HELD = '링크가 있어 운영진이 확인한 뒤에 보여요.';
const LINKED = '공연 표 예매는 https://tickets.example.com/fall 에서 해요';

test('links of new accounts are held: their author reads so at once, others see the post when a moderator shows it', async ({
  page,
  signIn,
  user,
  makers,
  server,
  openBrowser,
  watch,
}) => {
  watch.expectStatus(404, 404);
  await signIn(user);
  await openWrite(page, '/building/law-hall');
  await title(page).fill('링크가 있는 글');
  await body(page).fill(LINKED);
  await submit(page).click();
  await expectPath(page, '/building/law-hall');
  await expectAlert(page, HELD);
  const staff = await makers.user();
  expect(await titlesOn(staff, 'law-hall')).not.toContain('링크가 있는 글');

  await page.goto('/mypage');
  await page.getByRole('link', { name: '운영 조치 내역' }).click();
  const own = page.getByRole('region', { name: '내 글이 가려졌습니다' });
  await expect(own).toContainText(HELD);
  await expect(own).toContainText(LINKED);
  const [held] = (await user.client.ask('GET /api/profile/cases', {})).cases;
  await page.goto(`/post/${held?.thingId ?? ''}`);
  await expect(own).toContainText(HELD);

  await operate(server, 'role', 'give', staff.email, 'moderator', '--board', 'law-hall');
  const moderating = await openBrowser(staff);
  await moderating.goto('/moderate');
  await expect(moderating.getByRole('article').getByRole('heading', { level: 2 })).toHaveText(
    '링크가 있는 글',
  );
  await expect(moderating.getByLabel('이유')).toContainText('확인이 필요한 링크');
  await moderating.getByRole('button', { name: '보이기' }).click();
  await expectAlert(moderating, '처리했습니다.');
  expect(await titlesOn(staff, 'law-hall')).toContain('링크가 있는 글');
  await page.reload();
  await expect(page.getByRole('article')).toContainText(LINKED);
});

test('links of new accounts are held in replies too, and open pages of others show nothing', async ({
  page,
  signIn,
  user,
  makers,
  openBrowser,
}) => {
  const other = await makers.user();
  const post = await makers.post(other);
  await signIn(user);
  await page.goto(`/post/${post.id}`);
  const reader = await openBrowser(other);
  await reader.goto(`/post/${post.id}`);
  await expect(comments(reader)).toHaveCount(0);
  await commentInput(page).fill(LINKED);
  await sendButton(page).click();
  const own = page.getByRole('region', { name: '내 댓글이 가려졌습니다' });
  await expect(own).toContainText(HELD);
  await expect(own).toContainText(LINKED);
  await expect(comments(page)).toHaveCount(0);
  await expect(commentInput(page)).toHaveValue('');
  // The next one is there as ever, under its own number, and the held one left no line.
  await commentInput(page).fill('링크 없는 댓글');
  await sendButton(page).click();
  await expectComments(reader, ['링크 없는 댓글']);
  await expectComments(page, ['링크 없는 댓글']);
  await expect(reader.getByText('가려진 댓글')).toHaveCount(0);
  await expect(reader.getByText('tickets.example.com')).toHaveCount(0);
});
