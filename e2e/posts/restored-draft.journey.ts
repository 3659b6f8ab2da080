import type { Page } from '@playwright/test';
import { commentInput, expectComments, sendButton } from '../testing/comments.ts';
import { expect, test } from '../testing/fixtures.ts';
import { makePicture } from '../testing/picture.ts';
import {
  attach,
  body,
  expectPreview,
  keywordButton,
  openWrite,
  preview,
  title,
} from '../testing/write-form.ts';

const discard = (page: Page) => page.getByRole('button', { name: '지우기', exact: true });
const undo = (page: Page) =>
  page
    .getByRole('alert')
    .filter({ hasText: '쓰던 내용을 지웠습니다.' })
    .getByRole('button', { name: '되돌리기' });

test('[M-12a] a comment that was restored says so, and can be thrown away and brought back', async ({
  page,
  signIn,
  makers,
}) => {
  const user = await makers.user();
  const { id } = await makers.post(user);
  await signIn(user);
  const note = page.getByText('쓰던 댓글을 불러왔습니다.');
  await page.goto(`/post/${id}`);
  await commentInput(page).fill('쓰다 만 댓글');
  await expect(note).toHaveCount(0);
  await page.reload();
  await expect(note).toBeVisible();
  await discard(page).tap();
  await expect(commentInput(page)).toHaveValue('');
  await expect(commentInput(page)).toBeFocused();
  await expect(note).toHaveCount(0);
  // One tap by mistake loses nothing.
  await undo(page).tap();
  await expect(commentInput(page)).toHaveValue('쓰다 만 댓글');
  await page.reload();
  await expect(commentInput(page)).toHaveValue('쓰다 만 댓글');
  await discard(page).tap();
  await page.reload();
  await expect(page.getByText('아직 댓글이 없습니다.')).toBeVisible();
  await expect(commentInput(page)).toHaveValue('');
  await expect(note).toHaveCount(0);
});

test('[M-12b] a post that was restored says so, be it words, keywords or a picture alone, and can be thrown away', async ({
  page,
  signIn,
  makers,
}) => {
  test.slow();
  await signIn(await makers.user());
  const note = page.getByText('쓰던 글을 불러왔습니다.');
  const cases = [
    {
      write: async () => {
        await title(page).fill('쓰다 만 글');
        await body(page).fill('아직 다 쓰지 않았어요.');
      },
      isThere: async () => {
        await expect(title(page)).toHaveValue('쓰다 만 글');
        await expect(body(page)).toHaveValue('아직 다 쓰지 않았어요.');
      },
    },
    {
      write: async () => {
        await keywordButton(page).click();
        await page.getByRole('button', { name: '공부 장소' }).click();
        await page.getByRole('button', { name: '완료' }).click();
      },
      isThere: async () => expect(keywordButton(page)).toContainText('#공부 장소'),
    },
    {
      write: async () => {
        await attach(page, 'lab.png', 'image/png', makePicture());
        await expectPreview(page);
      },
      isThere: async () => expectPreview(page),
    },
  ];
  await openWrite(page, '/building/engineering-hall');
  await expect(note).toHaveCount(0);
  for (const { write, isThere } of cases) {
    await write();
    await expect(note).toHaveCount(0);
    await page.reload();
    await isThere();
    await expect(note).toBeVisible();
    await discard(page).tap();
    await expect(note).toHaveCount(0);
    await expect(title(page)).toHaveValue('');
    await expect(body(page)).toHaveValue('');
    await expect(keywordButton(page)).toContainText('선택 안 함');
    await expect(preview(page)).toHaveCount(0);
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
    // One tap by mistake loses nothing.
    await undo(page).tap();
    await isThere();
    await page.reload();
    await isThere();
    await discard(page).tap();
    await expect(note).toHaveCount(0);
    await page.reload();
    await expect(title(page)).toHaveValue('');
    await expect(keywordButton(page)).toContainText('선택 안 함');
    await expect(preview(page)).toHaveCount(0);
    await expect(note).toHaveCount(0);
  }
});

test('[M-12c] the row of an empty comment says that there is nothing in it', async ({
  page,
  signIn,
  makers,
}) => {
  const user = await makers.user();
  const { id } = await makers.post(user);
  await makers.reply(user, id, '  ');
  await signIn(user);
  await page.goto(`/post/${id}`);
  await expectComments(page, ['(내용 없음)']);
  await sendButton(page).tap();
  await expectComments(page, ['(내용 없음)', '(내용 없음)']);
  await expect(commentInput(page)).toHaveValue('');
});
