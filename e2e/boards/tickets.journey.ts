import { expectAccessible } from '../testing/axe.ts';
import { expect } from '../testing/fixtures.ts';
import { newestLink } from '../testing/mailbox.ts';
import { operate } from '../testing/operator-command.ts';
import { onCampus } from '../testing/own-campus.ts';
import { attachPictures, expectOrder } from '../testing/picture-form.ts';
import { expectAlert, expectPath, sidewaysScroll } from '../testing/screens.ts';
import { watchShifts } from '../testing/shifts.ts';

// What is broken changes what everybody sees of a building and the map, and an office belongs to all of them.
const test = onCampus(
  {
    university: '한빛대학교',
    domain: 'korea.ac.kr',
    categories: ['문과', '이과'],
    buildings: new Map([['문과', ['한빛관', '솔관']]]),
  },
  {
    'map.tsv': [
      'kind\tid\tpoints\tat\tname',
      'grid\t\t300,200\t\t',
      'building\thall-1-1\t60,60 140,60 140,130 60,130\t\t',
      'building\thall-1-2\t180,60 240,60 240,130 180,130\t\t',
    ],
    'amenities.tsv': [
      'id\tbuilding\tkind\tfloor\tspot\thours\tstepFree\tsource\tconfirmed\tgone',
      'water\thall-1-1\t정수기\t2\t계단 옆\t\tyes\t답사\t\t',
    ],
  },
);

const OFFICE = 'fix@korea.ac.kr';
const TEXT = '물이 나오지 않아요';

test('[TK-01] [TK-02] [TK-03] [TK-05] [TK-06] [NO-01] [PL-13] one student reports with a picture, another waits too, operator and office move it on, and both are told', async ({
  page,
  browser,
  signIn,
  makers,
  server,
  openBrowser,
}) => {
  test.slow();
  const [operator, one, other] = [await makers.user(), await makers.user(), await makers.user()];
  await operate(server, 'role', 'give', operator.email, 'operator');
  const desk = await openBrowser(operator);
  await desk.goto('/operate/tickets');
  await desk.getByRole('button', { name: '부서 더하기' }).click();
  await desk.getByLabel('맡은 건물').selectOption('hall-1-1');
  await desk.getByLabel('부서 이름').fill('한빛관 관리실');
  await desk.getByLabel('받는 이메일').fill(OFFICE);
  await desk.getByRole('button', { name: '저장' }).click();
  await expectAlert(desk, '반영했습니다.');

  // From the building, to the form with its place, and to the page of what was reported.
  await signIn(one);
  await page.goto('/building/hall-1-1/view');
  await page.getByRole('link', { name: '고장 신고하기' }).click();
  await expectPath(page, '/tickets/new?building=hall-1-1');
  await page.getByLabel('시설 (선택)').selectOption('water');
  await expect(page.getByLabel('자리 (선택)')).toHaveValue('계단 옆');
  await page.getByRole('button', { name: '물·화장실' }).click();
  await page.getByLabel('어떤 상태인가요?').fill(TEXT);
  await attachPictures(page, 1);
  await expectOrder(page, 1);
  await expectAccessible(page);
  await page.setViewportSize({ width: 320, height: 640 });
  expect(await sidewaysScroll(page)).toBe(0);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('button', { name: '신고하기', exact: true }).dblclick();
  await expectPath(page, /^\/post\/[\w-]+$/);
  const post = new URL(page.url()).pathname;
  const card = page.getByRole('region', { name: '고장 신고' });
  await expect(card).toContainText('물·화장실 #1');
  await expect(page.getByRole('main').getByText(TEXT).first()).toBeVisible();
  await expectAccessible(page);

  // The other one meets it before a second report, and in the list of the amenity.
  const second = await openBrowser(other);
  await second.goto('/tickets/new?amenity=water');
  await second.getByRole('button', { name: '물·화장실' }).click();
  await second.getByRole('button', { name: '나도 겪어요: 1번 신고' }).click();
  await expectPath(second, post);
  await expect(second.getByText('2명이 기다려요')).toBeVisible();
  await second.goto('/building/hall-1-1/view');
  await expect(second.getByRole('listitem').filter({ hasText: '계단 옆' }).first()).toContainText(
    '고장 신고됨',
  );
  const moved = await watchShifts(second);
  await second.goto('/tickets');
  await expect(
    second.getByRole('link', { name: /물·화장실 #1 오늘 2층 계단 옆 · 2명이 기다려요 접수/ }),
  ).toBeVisible();
  expect(await moved()).toEqual([]);
  await expectAccessible(second);

  await second.goto('/map?now=1');
  const drawing = second.getByRole('group', { name: '학교 지도 그림' });
  await expect(drawing.getByRole('link', { name: /한빛관.*고장 신고 1곳/ })).toBeVisible();
  await expect(second.getByRole('listitem').filter({ hasText: '한빛관' }).last()).toContainText(
    '고장 신고 1곳',
  );
  await expectAccessible(second);

  await desk.reload();
  await desk.getByRole('button', { name: '1번 신고 처리하기' }).click();
  await desk.getByLabel('학생들에게 한마디').fill('내일 부품이 옵니다');
  await expectAccessible(desk);
  await desk.getByRole('button', { name: '알리기' }).click();
  await expectAlert(desk, '반영했습니다.');
  for (const phone of [page, second]) {
    await phone.goto('/notifications');
    await phone.getByRole('link', { name: /고장 신고 #1 · 확인/ }).click();
    await expectPath(phone, post);
    await expect(phone.getByRole('region', { name: '고장 신고' })).toContainText('내일 부품이 옵니다');
  }

  // The office has no account, and its mail client may run no script.
  const link = await newestLink(one.client, OFFICE, '/office');
  const context = await browser.newContext({ javaScriptEnabled: false });
  const office = await context.newPage();
  await office.goto(link.href);
  await expect(office.getByText(TEXT)).toBeVisible();
  await expect(office.getByRole('img', { name: '1번째 사진' })).toBeVisible();
  await expect(office.getByText(one.nickname)).toHaveCount(0);
  await expect(office.getByRole('button', { name: '확인' })).toBeDisabled();
  await office.getByLabel('학생들에게 한마디').fill('정수기를 바꿨습니다');
  await office.getByRole('button', { name: '완료' }).click();
  await expect(office.getByText('‘완료’(으)로 알렸어요. 고맙습니다.')).toBeVisible();
  await expect(office.getByText('끝난 신고예요. 더 하실 일은 없어요.')).toBeVisible();
  await office.goto(link.href.replace(/.{4}$/, 'AAAA'));
  await expect(office.getByText('쓸 수 없는 링크예요.')).toBeVisible();
  await context.close();

  await second.goto('/mypage/tickets');
  await expect(second.getByRole('link', { name: /물·화장실 #1 .* 함께 기다림 완료/ })).toBeVisible();
  await second.goto('/tickets');
  await expect(second.getByText('지금 고장 신고가 없어요.')).toBeVisible();

  // The sheet of the week, on one page of paper.
  await desk.goto('/api/operate/tickets/sheet');
  await expect(desk.getByText('한빛관 2층 계단 옆')).toBeVisible();
  const paper = await desk.pdf({ preferCSSPageSize: true });
  expect(paper.toString('latin1').match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
});
