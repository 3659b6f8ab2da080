import { readFile } from 'node:fs/promises';
import { strFromU8, unzipSync } from 'fflate';
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
  expect(download.suggestedFilename()).toBe('madang-data.zip');
  await expectAlert(page, '내 데이터를 내려받았습니다.');
  await expect(button).toBeFocused();

  const files = unzipSync(await readFile(await download.path()));
  const data = strFromU8(files['data.json'] ?? new Uint8Array());
  expect(JSON.parse(data)).toMatchObject({
    profile: [{ id: user.id, email: user.email, nickname: user.nickname }],
    consents: [{ document: 'terms' }, { document: 'privacy' }],
    posts: [{ id: post.id, title: '내려받을 글' }],
    replies: [{ postId: theirs.id, body: '내려받을 댓글' }],
    points: [{ postId: post.id, points: 50 }],
  });
  for (const foreign of [other.id, other.email, other.nickname, '남의 글'])
    expect(data).not.toContain(foreign);
  const pictures = Object.entries(files).filter(([name]) => name.startsWith('images/'));
  expect(pictures).toHaveLength(1);
  expect((await sharp(pictures[0]?.[1]).metadata()).format).toBe('webp');
});
