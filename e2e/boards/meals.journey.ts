import { expectAccessible } from '../testing/axe.ts';
import { expect } from '../testing/fixtures.ts';
import { operate } from '../testing/operator-command.ts';
import { hoursToNoon, onCampus } from '../testing/own-campus.ts';
import { expectAlert, expectPath } from '../testing/screens.ts';
import { watchShifts } from '../testing/shifts.ts';

// What is served hangs on the hour: a campus of its own serves all day.
const test = onCampus(
  {
    university: '한빛대학교',
    domain: 'korea.ac.kr',
    categories: ['문과', '이과'],
    buildings: new Map([['문과', ['한빛관', '솔관']]]),
  },
  () => ({
    'amenities.tsv': [
      'id\tbuilding\tkind\tfloor\tspot\thours\tstepFree\tsource\tconfirmed\tgone',
      'canteen\thall-1-1\t학생식당\t1\t한빛식당\t\tyes\t답사\t\t',
    ],
  }),
  { atNoon: true },
);

test('[ML-01] [ML-02] [ML-03] an operator pastes a week, students see today on home and on the building, and two say that a dish is sold out', async ({
  page,
  signIn,
  makers,
  server,
  openBrowser,
}) => {
  test.slow();
  const [operator, one, other] = [await makers.user(), await makers.user(), await makers.user()];
  await operate(server, 'role', 'give', operator.email, 'operator');
  await signIn(operator);
  await page.goto('/operate/campus?part=meals');
  const text = page.getByLabel('한 주 식단');
  const today = '일월화수목금토'.charAt(new Date(Date.now() + hoursToNoon() * 3_600_000).getUTCDay());
  await text.fill(
    `${today}\n중식 00:10-23:50\n한식: 제육덮밥, 된장국 5,500원\n양식: 돈가스, 수프 6,500,000원`,
  );
  await page.getByRole('button', { name: '살펴보기' }).click();
  await expect(page.getByText('4번째 줄')).toContainText('가격이 맞지 않습니다.');
  await expectAccessible(page);
  await text.fill(`${today}\n중식 00:10-23:50\n한식: 제육덮밥, 된장국 5,500원\n양식: 돈가스, 수프 6,500원`);
  await page.getByRole('button', { name: '살펴보기' }).click();
  await expect(page.getByText('점심 · 00:10~23:50 · 양식 · 6,500원')).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await page.getByRole('button', { name: '올리기' }).click();
  await expectAlert(page, '반영했습니다.');

  // Home keeps its room: what stands below the row does not move.
  const reader = await openBrowser(one);
  const moved = await watchShifts(reader);
  await reader.goto('/');
  const row = reader.getByRole('link', { name: /^오늘 점심 제육덮밥, 돈가스 .*한빛관.*00:10~23:50/ });
  await expect(row).toBeVisible();
  expect(await moved()).toEqual([]);
  await expectAccessible(reader);
  await row.click();
  await expectPath(reader, '/building/hall-1-1/view');
  await expect(reader.getByRole('heading', { name: '오늘 학식' })).toBeInViewport();
  const dish = reader.getByRole('listitem').filter({ hasText: '돈가스, 수프' });
  await dish.getByRole('button', { name: '품절이에요' }).click();
  await expectAlert(reader, '고마워요. 한 명이 더 알리면 품절이라고 보여요.');

  // As it is opened from a link.
  const second = await openBrowser(other);
  const shifted = await watchShifts(second);
  await second.goto('/building/hall-1-1/view');
  const same = second.getByRole('listitem').filter({ hasText: '돈가스, 수프' });
  await same.getByRole('button', { name: '품절이에요' }).click();
  await expectAlert(second, '고마워요. 품절이라고 표시했어요.');
  await expect(same.getByText('품절', { exact: true })).toBeVisible();
  expect(await shifted()).toEqual([]);
  await expectAccessible(second);
  await reader.reload();
  await expect(dish.getByText('품절', { exact: true })).toBeVisible();
  await reader.goto('/');
  await expect(reader.getByRole('link', { name: /^오늘 점심 제육덮밥 .*한빛관/ })).toBeVisible();
});
