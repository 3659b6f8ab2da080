import type { Locator, Page } from '@playwright/test';
import { commentInput } from '../testing/comments.ts';
import { expect, test } from '../testing/fixtures.ts';
import { tabBar, writeButton } from '../testing/reading.ts';
import { expectAlert } from '../testing/screens.ts';

const WIDTHS = [320, 390, 768, 1280];

async function boxOf(element: Locator): Promise<{ x: number; y: number; width: number; height: number }> {
  const box = await element.boundingBox();
  if (!box) throw new Error('not shown');
  return box;
}

/** Runs the check at each screen width. */
async function onEachWidth(page: Page, check: (width: number) => Promise<void>): Promise<void> {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 });
    await check(width);
  }
}

const like = (page: Page) => page.getByRole('button', { name: /^좋아요/ });

test('[FR-09] [CO-02] page, bars, like pill, input and colours match the specification at every width @full', async ({
  page,
  makers,
  user,
}) => {
  const post = await makers.post(user);
  const { hots } = await user.client.ask('GET /api/hots', { query: {} });
  const hot = hots.find(({ likeCount }) => likeCount >= 10);
  if (!hot) throw new Error('an empty demo world');
  const colour = (selector: string, property = 'color', pseudo?: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((element, [name, part]) => getComputedStyle(element, part)[name as 'color'], [
        property,
        pseudo,
      ] as const);
  const [grey, paleGrey] = ['rgb(128, 128, 128)', 'rgb(194, 194, 194)'];

  for (const path of ['/', '/building', '/mypage']) {
    await page.goto(path);
    await expect(tabBar(page)).toBeVisible();
    // In the light scheme idle icons are #808080, idle dots and outlines #C2C2C2.
    if (path === '/') {
      expect(await colour('nav a:not([aria-current]) > svg')).toBe(grey);
      expect(await colour('[aria-roledescription=carousel] button:not([aria-current]) svg')).toBe(grey);
      const dot = '[aria-roledescription=carousel] button[aria-label*=번째]:not([aria-current])';
      expect(await colour(dot, 'backgroundColor', '::after')).toBe(paleGrey);
    } else if (path === '/mypage') expect(await colour('main a svg')).toBe(grey);
    else expect(await colour('main button > span', 'borderTopColor')).toBe(paleGrey);
    await onEachWidth(page, async (width) => {
      const column = Math.min(width, 420);
      const x = (width - column) / 2;
      expect(await page.getByRole('main').boundingBox()).toMatchObject({ x, width: column });
      // At the lower edge, whatever the page length.
      expect(await tabBar(page).boundingBox()).toEqual({ x, y: 730, width: column, height: 70 });
    });
  }

  await page.goto(`/hotpost/${hot.id}`);
  await expect(like(page)).toHaveText(/^\d\d+$/);
  await onEachWidth(page, async () => expect((await boxOf(like(page))).width).toBe(100));
  await page.goto(`/post/${post.id}`);
  await expect(like(page)).toHaveText('0');
  await onEachWidth(page, async () => expect((await boxOf(like(page))).width).toBe(100));
  await like(page).click();
  await expect(like(page)).toHaveText('1');
  expect((await boxOf(like(page))).width).toBe(100);

  await page.goto('/building/main-hall');
  const last = page.getByRole('main').getByRole('listitem').last();
  await expect(last).toBeVisible();
  // The floating button covers nothing at a list's end, where a page may load.
  await expect(async () => {
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
    const [card, pen] = [await last.boundingBox(), await writeButton(page).boundingBox()];
    expect((card?.y ?? Infinity) + (card?.height ?? 0)).toBeLessThanOrEqual(pen?.y ?? 0);
  }).toPass();
  await onEachWidth(page, () => expect(writeButton(page)).toBeInViewport({ ratio: 1 }));
  await writeButton(page).click();
  const body = page.getByLabel('내용', { exact: true });
  await onEachWidth(page, async () => expect((await boxOf(body)).height).toBe(300));
  // Independent of the text length.
  await body.fill('긴 글입니다.\n'.repeat(60));
  await onEachWidth(page, async () => expect((await boxOf(body)).height).toBe(300));

  await page.goto('/search');
  for (const width of [320, 360, 380]) {
    await page.setViewportSize({ width, height: 740 });
    const room = await page.getByRole('searchbox').evaluate((field: HTMLInputElement) => {
      const look = getComputedStyle(field);
      const hint = document.createElement('span');
      hint.textContent = field.placeholder;
      const { font, letterSpacing } = getComputedStyle(field, '::placeholder');
      Object.assign(hint.style, { position: 'fixed', whiteSpace: 'pre', font, letterSpacing });
      document.body.append(hint);
      const inside = field.clientWidth - parseFloat(look.paddingLeft) - parseFloat(look.paddingRight);
      return inside - hint.getBoundingClientRect().width;
    });
    expect(room, 'the hint of the search field can be read to its end').toBeGreaterThanOrEqual(0);
  }
});

test.describe('on a laptop', () => {
  test.use({ viewport: { width: 1280, height: 800 }, isMobile: false, hasTouch: false });

  test('wide screen: the column stands out in light and dark, and contains bars, write button and messages @full', async ({
    page,
    makers,
    user,
  }) => {
    const post = await makers.post(user);
    const column = { left: 430, right: 850 };
    const expectInside = async (part: Locator): Promise<void> => {
      const box = await boxOf(part);
      expect(box.x).toBeGreaterThanOrEqual(column.left);
      expect(box.x + box.width).toBeLessThanOrEqual(column.right);
    };
    await page.goto('/building');
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      const look = await page.getByRole('main').evaluate((main) => {
        const around = main.parentElement ?? main;
        const { left, right } = around.getBoundingClientRect();
        const { boxShadow, backgroundColor } = getComputedStyle(around);
        const outside = getComputedStyle(document.body);
        const same = backgroundColor === outside.backgroundColor;
        return { left, right, boxShadow, same, drawn: outside.backgroundImage };
      });
      expect(look).toMatchObject({ ...column, same: false });
      expect(look.boxShadow).not.toBe('none');
      expect(look.drawn).not.toBe('none');
    }
    await expectInside(tabBar(page));
    await page.getByRole('button', { name: '학교 지도' }).click();
    await expectAlert(page, '정식 버전에서 다시 만나요!');
    const toast = await boxOf(page.getByRole('alert'));
    await expectInside(page.getByRole('alert'));
    expect(toast.x + toast.width / 2).toBe(640);
    await page.goto('/board/question');
    await expectInside(writeButton(page));
    await page.goto(`/post/${post.id}`);
    await expectInside(commentInput(page));
  });
});
