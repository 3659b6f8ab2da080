import type { Page } from '@playwright/test';
import { expectAccessible } from '../testing/axe.ts';
import { expect, test } from '../testing/fixtures.ts';
import { operate } from '../testing/operator-command.ts';
import type { SharedServer } from '../testing/journey-server.ts';
import { expectAlert, expectPath, logIn } from '../testing/screens.ts';

test.use({ edition: 'official' });

/** Of no other journey: what is said there changes what others read. */
const BUILDING = 'aegineung-hall';
/** Where nothing is muted meanwhile. */
const OTHER = 'asan-science-hall';
const NAME = '애기능생활관';

/** The code of a new sign. */
async function hang(server: SharedServer, spot: string): Promise<string> {
  const said = await operate(server, 'codes', 'add', BUILDING, '--spot', spot);
  return /^code (\w{8}) is there$/.exec(said)?.[1] ?? '';
}

const answer = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const done = (page: Page, name: string) => page.getByText(`${name}: 알렸어요. 고마워요.`);

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('[PL-11] a code opens, leads to the login and back, and takes a voice at the second tap', async ({
    page,
    makers,
    server,
    signIn,
    watch,
  }) => {
    test.slow();
    watch.expectStatus(409);
    watch.expectStatus(410);
    const user = await makers.user();
    const spot = `3층 라운지 ${makers.next()}`;
    const code = await hang(server, spot);
    await page.goto(`/at/${code}`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`${spot} 지금`);
    await expect(answer(page, '여유')).toHaveCount(0);
    await page.getByRole('link', { name: '알리려면 로그인' }).click();
    await logIn(page, user.email, user.password);
    await expectPath(page, `/at/${code}`);
    await answer(page, '여유').click();
    await expectPath(page, `/at/${code}?said=free`);
    await expect(done(page, '여유')).toBeVisible();
    // Loaded again it says nothing again; the next one is added.
    await page.reload();
    await answer(page, '조용해요').click();
    await expect(done(page, '조용해요')).toBeVisible();

    // Another student signed in meanwhile: the page is shown again as theirs, and nothing was said.
    await page.goto(`/at/${code}`);
    const other = await makers.user();
    await signIn(other);
    await answer(page, '붐빔').click();
    await expect(page.getByRole('alert')).toHaveText('다른 계정으로 로그인되어 있어 보내지 않았어요.');
    await expect(page.locator('input[name=user]')).toHaveValue(other.id);
    await answer(page, '붐빔').click();
    await expect(done(page, '붐빔')).toBeVisible();

    await operate(server, 'voices', 'mute', BUILDING);
    await answer(page, '보통').click();
    await expect(page.getByRole('alert')).toHaveText('지금은 이곳의 소식을 받지 않아요.');
    await operate(server, 'voices', 'unmute', BUILDING);
    await page.goto(`/at/${code}`);
    await operate(server, 'codes', 'replace', code, '--reason', '사진');
    await answer(page, '보통').click();
    await expect(page.getByRole('alert')).toHaveText('이 안내판은 새것으로 바뀌었어요.');
    await page.goto(`/at/${code}`);
    await expect(answer(page, '보통')).toHaveCount(0);
    await expect(page.getByRole('link', { name: `${NAME} 보기` })).toHaveAttribute(
      'href',
      `/building/${BUILDING}`,
    );

    for (const none of ['00000000', 'x'.repeat(200)]) {
      await page.goto(`/at/${none}`);
      await expect(page.getByText('없는 안내판이에요.')).toBeVisible();
      await expect(page.getByRole('link', { name: '학교 지도 보기' })).toBeVisible();
    }
    await signIn(await makers.user({ right: false }));
    await page.goto(`/at/${await hang(server, spot)}`);
    await expect(page.getByRole('link', { name: '이메일 인증' })).toBeVisible();
  });
});

test('[PL-11] an operator adds, prints and replaces a sign; with the app its page works as well', async ({
  page,
  makers,
  server,
  signIn,
}) => {
  const operator = await makers.user();
  const spot = `1층 로비 ${makers.next()}`;
  await operate(server, 'role', 'give', operator.email, 'operator');
  await signIn(operator);
  await page.goto('/operate/campus?part=codes');
  await page.getByLabel('안내판 건물').selectOption(OTHER);
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
  // A quarter of A4, with a code of 30 mm and more inside its white margin; a millimetre is 96 / 25.4 pixels.
  const millimetres = async (of: typeof sign) => ((await of.boundingBox())?.width ?? 0) / (96 / 25.4);
  expect(await millimetres(sign)).toBeCloseTo(105, 0);
  expect(await millimetres(svg)).toBeGreaterThan(40);
  await signs.close();

  await page.goto(`/at/${code}`);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await expectAccessible(page);
  }
  await page.setViewportSize({ width: 320, height: 640 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  await answer(page, '붐빔').click();
  await expect(done(page, '붐빔')).toBeVisible();

  await page.goto('/operate/campus?part=codes');
  await page.getByRole('button', { name: `${spot} ${code} 안내판 바꾸기` }).click();
  await page.getByRole('textbox', { name: '사유' }).last().fill('밖에서 씀');
  await page.getByRole('button', { name: '새 코드로 바꾸기' }).click();
  await expectAlert(page, '반영했습니다.');
  await expect(page.getByRole('button', { name: `${spot} ${code} 안내판 바꾸기` })).toHaveCount(0);
  await expect(print).toHaveCount(1);
});
