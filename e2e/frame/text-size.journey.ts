import type { Locator, Page } from '@playwright/test';
import { answerProblem } from '../testing/faults.ts';
import { expect, test } from '../testing/fixtures.ts';
import { tabBar } from '../testing/reading.ts';
import { expectAlert, expectLoaded } from '../testing/screens.ts';
import { field } from '../testing/sign-up-form.ts';

const looks = [
  { name: 'normal text', fontSize: '100%', width: 390 },
  { name: '200 % text', fontSize: '200%', width: 390 },
  { name: '320 px', fontSize: '100%', width: 320 },
  { name: '200 % text on 320 px', fontSize: '200%', width: 320 },
] as const;

async function look(page: Page, { fontSize, width }: (typeof looks)[number]): Promise<void> {
  await page.setViewportSize({ width, height: 640 });
  await page.evaluate((size) => (document.documentElement.style.fontSize = size), fontSize);
}

async function boxOf(element: Locator): Promise<{ x: number; y: number; width: number; height: number }> {
  const box = await element.boundingBox();
  if (!box) throw new Error('not shown');
  return box;
}

const toast = (page: Page) => page.getByRole('alert');
const dismiss = (page: Page) => toast(page).getByRole('button', { name: '알림 닫기' }).click();

/** Expects the toast not to cover the control. */
async function expectApart(page: Page, control: Locator): Promise<void> {
  const [said, spoken] = [await boxOf(toast(page)), await boxOf(control)];
  expect(said.y + said.height <= spoken.y || said.y >= spoken.y + spoken.height).toBe(true);
}

/** Expects the tab labels not to touch. */
async function expectLabelsApart(page: Page, { name, width }: (typeof looks)[number]): Promise<void> {
  const boxes = await tabBar(page)
    .getByRole('link')
    .evaluateAll((links) =>
      links.map((link) => {
        const range = document.createRange();
        range.selectNodeContents(link);
        const { left, right, top, bottom } = range.getBoundingClientRect();
        return { left, right, top, bottom };
      }),
    );
  const bar = await boxOf(tabBar(page));
  for (const [index, { left, right, top, bottom }] of boxes.entries()) {
    expect(left - (boxes[index - 1]?.right ?? 0), `${name}, label ${index + 1}`).toBeGreaterThanOrEqual(2);
    expect(right, name).toBeLessThanOrEqual(width - 2);
    expect(top, name).toBeGreaterThanOrEqual(bar.y);
    expect(bottom, name).toBeLessThanOrEqual(bar.y + bar.height);
  }
}

test('any text and phone size: icons scale, tabs do not touch, and messages cover nothing they refer to @full', async ({
  page,
  watch,
  signIn,
  makers,
}) => {
  await signIn(await makers.user());
  for (const [path, ...promised] of [
    ['/'],
    ['/board/question'],
    ['/mypage', '상점', '이용 방법', '오픈소스 라이선스'],
    ['/building', '학교 지도'],
    ['/building/main-hall', '건물 보기'],
  ] as const) {
    await page.goto(path);
    await expectLoaded(page);
    const sizes = () =>
      page.locator('svg:visible').evaluateAll((all) => all.map((icon) => icon.getBoundingClientRect().width));
    const normal = await sizes();
    await page.evaluate(() => (document.documentElement.style.fontSize = '200%'));
    expect(normal.length, path).toBeGreaterThan(0);
    expect(await sizes(), path).toEqual(normal.map((size) => size * 2));
    for (const one of looks) {
      await look(page, one);
      if (path === '/') await expectLabelsApart(page, one);
      for (const name of promised) {
        const control = page.getByRole('button', { name, exact: true });
        // The former place of the toast, as far as the page scrolls.
        await control.evaluate((element) => {
          const { bottom } = element.getBoundingClientRect();
          window.scrollBy(0, bottom - (window.innerHeight - 90));
        });
        await control.click();
        await expect(toast(page)).toBeVisible();
        await expectApart(page, control);
        await dismiss(page);
      }
    }
    await look(page, looks[0]);
  }

  await test.step('inside a dialog', async () => {
    await page.getByRole('link', { name: '글쓰기', exact: true }).click();
    await page.getByRole('button', { name: /키워드 선택/ }).click();
    const choices = page.getByRole('dialog').locator('button[aria-pressed]');
    for (const index of [0, 1, 2]) await choices.nth(index).click();
    for (const one of looks) {
      await look(page, one);
      const last = choices.last();
      await last.click();
      await expectAlert(page, /최대 3개/);
      await expectApart(page, last);
      await dismiss(page);
    }
  });

  await test.step('neither the field that the server refused nor what is below it', async () => {
    watch.expectStatus(403);
    await page.goto('/mypage/viewprofile/changepassword');
    await answerProblem(page, 'PUT', '**/api/profile/password', {
      status: 403,
      code: 'account.reauthentication',
    });
    const old = field(page, '기존 비밀번호');
    const submit = page.getByRole('button', { name: '변경하기' });
    await old.fill('not the old one');
    for (const label of ['새 비밀번호', '새 비밀번호 확인'])
      await field(page, label).fill('a better password');
    const covered: number[] = [];
    // Visible area above a phone keyboard: the button at its lower edge, the field at its upper.
    for (let height = 360; height < 560; height += 20) {
      await page.setViewportSize({ width: 390, height });
      await submit.evaluate((button) => button.scrollIntoView({ block: 'end' }));
      await submit.click();
      await expect(old).toBeFocused();
      const said = await boxOf(toast(page));
      const error = await boxOf(page.locator('[id="field-oldPassword-error"]'));
      const start = (await boxOf(old)).y;
      if (said.y < error.y + error.height && said.y + said.height > start) covered.push(height);
      await dismiss(page);
    }
    expect(covered, 'heights').toEqual([]);
  });
});

test('a message covers no link or field if there is room', async ({ page, watch }) => {
  watch.expectStatus(401);
  await page.goto('/login');
  await page.getByLabel('이메일', { exact: true }).fill('nobody@korea.ac.kr');
  for (const height of [640, 740, 844]) {
    await page.setViewportSize({ width: 390, height });
    await page.getByLabel('비밀번호', { exact: true }).fill(`not ${height}`);
    await page.getByRole('button', { name: '로그인', exact: true }).click();
    await expect(toast(page)).toBeVisible();
    for (const control of await page.getByRole('main').locator('a, input').all())
      if (await control.evaluate((element) => element.getBoundingClientRect().top < window.innerHeight))
        await expectApart(page, control);
    await dismiss(page);
  }
});
