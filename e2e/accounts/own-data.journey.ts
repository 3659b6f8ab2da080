import { execFileSync } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, test } from '../testing/fixtures.ts';
import { expectAlert, sidewaysScroll } from '../testing/screens.ts';

const PROFILE_PATH = '/mypage/viewprofile';

test('a student downloads their own data by keyboard, and opens it with an ordinary tool', async ({
  page,
  signIn,
  makers,
}) => {
  const [user, other] = [await makers.user(), await makers.user()];
  const post = await makers.post(user, { title: '내려받을 글', picture: true });
  const theirs = await makers.post(other, { title: '남의 글' });
  await makers.reply(user, theirs.id, '내려받을 댓글');
  await signIn(user);
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto(PROFILE_PATH);
  const button = page.getByRole('button', { name: '내 데이터 내려받기' });
  await expect(button).toHaveAccessibleDescription(/모두 한 파일/);
  expect(await sidewaysScroll(page)).toBe(0);
  const starting = page.waitForEvent('download');
  await button.focus();
  await page.keyboard.press('Enter');
  const download = await starting;
  expect(download.suggestedFilename()).toBe('madang-data.tar.gz');
  await expectAlert(page, '내 데이터를 내려받았습니다.');
  await expect(button).toBeFocused();

  const folder = await mkdtemp(join(tmpdir(), 'madang-own-data-'));
  try {
    execFileSync('tar', ['-xzf', await download.path(), '-C', folder]);
    const data = await readFile(join(folder, 'data.json'), 'utf8');
    expect(JSON.parse(data)).toMatchObject({
      profile: [{ id: user.id, email: user.email, nickname: user.nickname }],
      consents: [{ document: 'terms' }, { document: 'privacy' }],
      posts: [{ id: post.id, title: '내려받을 글' }],
      replies: [{ postId: theirs.id, body: '내려받을 댓글' }],
      points: [{ postId: post.id, points: 50 }],
    });
    for (const foreign of [other.id, other.email, other.nickname, '남의 글'])
      expect(data).not.toContain(foreign);
    const [picture = '', ...rest] = await readdir(join(folder, 'images'));
    expect(rest).toEqual([]);
    expect((await sharp(join(folder, 'images', picture)).metadata()).format).toBe('webp');
  } finally {
    await rm(folder, { recursive: true });
  }
});
