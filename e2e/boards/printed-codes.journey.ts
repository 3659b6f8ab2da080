import type { Page } from '@playwright/test';
import { expectAccessible } from '../testing/axe.ts';
import { expect, giveSession, test } from '../testing/fixtures.ts';
import { operate } from '../testing/operator-command.ts';
import { expectAlert, expectPath, logIn, sidewaysScroll } from '../testing/screens.ts';

test.use({ edition: 'official' });

/** Not used by other journeys: reports here change their screens. */
const BUILDING = 'asan-science-hall';

const answer = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const done = (page: Page, name: string) => page.getByText(`${name}: 알렸어요. 고마워요.`);

test('[PL-11] printed sign: an operator adds, prints and replaces it; two taps report a crowd level, with and without scripts @full', async ({
  page,
  browser,
  user: operator,
  makers,
  server,
}) => {
  test.slow();
  const [student, other] = [await makers.user(), await makers.user()];
  const spot = `1층 로비 ${makers.next()}`;
  await operate(server, 'role', 'give', operator.email, 'operator');
  await page.goto('/operate/campus?part=codes');
  await page.getByLabel('안내판 건물').selectOption(BUILDING);
  await page.getByLabel('자리 이름').fill(spot);
  await page.getByRole('button', { name: '안내판 더하기' }).click();
  await expectAlert(page, '반영했습니다.');
  const print = page.getByRole('link', { name: new RegExp(`^${spot} \\w{8} 안내판 인쇄하기$`) });
  const code = /code=(\w{8})$/.exec((await print.getAttribute('href')) ?? '')?.[1] ?? '';
  await expectAccessible(page);

  const [signs] = await Promise.all([page.waitForEvent('popup'), print.click()]);
  await expect(signs.getByRole('heading', { name: spot })).toBeVisible();
  const [sign, svg] = [signs.locator('article'), signs.locator('article svg')];
  await expect(sign).toHaveCount(1);
  // A quarter of A4, its code at least 30 mm wide; 1 mm is 96 / 25.4 px.
  const millimetres = async (of: typeof sign) => ((await of.boundingBox())?.width ?? 0) / (96 / 25.4);
  expect(await millimetres(sign)).toBeCloseTo(105, 0);
  expect(await millimetres(svg)).toBeGreaterThan(40);
  await signs.close();

  const context = await browser.newContext({ baseURL: server.origin, javaScriptEnabled: false });
  const plain = await context.newPage();
  await plain.goto(`/at/${code}`);
  await expect(plain.getByRole('heading', { level: 1 })).toHaveText(`${spot} 지금`);
  await expect(answer(plain, '여유')).toHaveCount(0);
  await plain.getByRole('link', { name: '알리려면 로그인' }).click();
  await logIn(plain, student.email, student.password);
  await expectPath(plain, `/at/${code}`);
  await answer(plain, '여유').click();
  await expectPath(plain, `/at/${code}?said=free`);
  await expect(done(plain, '여유')).toBeVisible();
  // Reloading adds no report; the next report is added.
  await plain.reload();
  await answer(plain, '조용해요').click();
  await expect(done(plain, '조용해요')).toBeVisible();

  // Another student signed in meanwhile: the page reloads for them, without a report.
  await giveSession(context, other);
  await answer(plain, '붐빔').click();
  await expect(plain.getByRole('alert')).toHaveText('다른 계정으로 로그인되어 있어 보내지 않았어요.');
  await expect(plain.locator('input[name=user]')).toHaveValue(other.id);
  await answer(plain, '붐빔').click();
  await expect(done(plain, '붐빔')).toBeVisible();

  await page.goto(`/at/${code}`);
  await expectAccessible(page);
  await page.setViewportSize({ width: 320, height: 640 });
  expect(await sidewaysScroll(page)).toBe(0);
  await answer(page, '붐빔').click();
  await expect(done(page, '붐빔')).toBeVisible();

  await page.goto('/operate/campus?part=codes');
  await page.getByRole('button', { name: `${spot} ${code} 안내판 바꾸기` }).click();
  await page.getByRole('textbox', { name: '사유' }).last().fill('밖에서 씀');
  await page.getByRole('button', { name: '새 코드로 바꾸기' }).click();
  await expectAlert(page, '반영했습니다.');
  await expect(page.getByRole('button', { name: `${spot} ${code} 안내판 바꾸기` })).toHaveCount(0);
  await expect(print).toHaveCount(1);
  await answer(plain, '보통').click();
  await expect(plain.getByRole('alert')).toHaveText('이 안내판은 새것으로 바뀌었어요.');
  await context.close();
});
