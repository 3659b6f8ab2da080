import { expect, test } from '../testing/fixtures.ts';
import { tabBar, writeButton } from '../testing/reading.ts';
import { expectAlert } from '../testing/screens.ts';

test.use({ viewport: { width: 1280, height: 800 }, isMobile: false, hasTouch: false });

const COLUMN = { left: 430, right: 850 };

test('on a laptop the column stands out from what is around it, by day and in the dark', async ({
  page,
  signIn,
}) => {
  await signIn();
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.goto('/board/question');
    const look = await page.getByRole('main').evaluate((main) => {
      const column = main.parentElement ?? main;
      const { left, right } = column.getBoundingClientRect();
      const { boxShadow, backgroundColor, borderLeftWidth } = getComputedStyle(column);
      const outside = getComputedStyle(document.body);
      return {
        left,
        right,
        boxShadow,
        edge: borderLeftWidth,
        same: backgroundColor === outside.backgroundColor,
        drawn: outside.backgroundImage,
      };
    });
    expect(look).toMatchObject({ ...COLUMN, same: false });
    expect(look.boxShadow).not.toBe('none');
    expect(look.drawn).not.toBe('none');
  }
});

test('on a laptop bars, pen and messages stay inside the column', async ({ page, makers, user }) => {
  const post = await makers.post(user);
  const expectInside = async (part: ReturnType<typeof tabBar>): Promise<void> => {
    const box = await part.boundingBox();
    expect(box?.x).toBeGreaterThanOrEqual(COLUMN.left);
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(COLUMN.right);
  };
  await page.goto('/building');
  await expectInside(tabBar(page));
  await page.getByRole('button', { name: '학교 지도' }).click();
  await expectAlert(page, '정식 버전에서 다시 만나요!');
  const toast = await page.getByRole('alert').boundingBox();
  await expectInside(page.getByRole('alert'));
  expect((toast?.x ?? 0) + (toast?.width ?? 0) / 2).toBe(640);
  await page.goto('/board/question');
  await expectInside(writeButton(page));
  await page.goto(`/post/${post.id}`);
  await expectInside(page.getByLabel('댓글', { exact: false }).last());
});
