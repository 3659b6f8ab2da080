import { expectAccessible } from '../testing/axe.ts';
import { expect } from '../testing/fixtures.ts';
import { newestLink } from '../testing/mailbox.ts';
import { operate } from '../testing/operator-command.ts';
import { hoursToNoon, onCampus } from '../testing/own-campus.ts';
import { attachPictures, expectOrder } from '../testing/picture-form.ts';
import { expectAlert, expectPath, sidewaysScroll } from '../testing/screens.ts';
import { watchShifts } from '../testing/shifts.ts';

const day = (later: number) => new Date(Date.now() + later * 86_400_000).toISOString().slice(0, 10);
const room = (id: string, building: string, stepFree = '') =>
  `${id}\t${building}\t${id.slice(1)}호\t${id.slice(1, 2)}\t40\t${stepFree}\t학사팀`;
const held = (id: string, building: string, from: string, to: string) =>
  `${id}\t${building}\tdaily\t${from}\t${to}\t${day(-30)}\t${day(60)}`;
/** Each uses a building that no other journey changes. */
const SCHOOL = 'hall-1-1';
const LOCKED = 'hall-1-2';
const UNKNOWN = 'hall-1-3';
const CANTEEN = 'hall-1-4';
const BROKEN = 'hall-1-5';

// Free rooms and meals depend on the hour, so classes and meals surround now. Broken amenities change the shared map, and an
// office serves all buildings.
const test = onCampus(
  {
    university: '한빛대학교',
    domain: 'korea.ac.kr',
    categories: ['문과', '이과'],
    buildings: new Map([['문과', ['한빛관', '솔관', '빈터', '식당동', '공작관']]]),
  },
  () => ({
    'map.tsv': [
      'kind\tid\tpoints\tat\tname',
      'grid\t\t400,300\t\t',
      `building\t${SCHOOL}\t60,60 140,60 140,130 60,130\t\t`,
      `building\t${LOCKED}\t240,60 320,60 320,130 240,130\t\t`,
      `building\t${BROKEN}\t60,180 140,180 140,250 60,250\t\t`,
    ],
    'hours.tsv': ['building\tfrom\tto\thours\tsource', `${SCHOOL}\t\t\tmon-sun 08:00-22:00\t예시 자료`],
    'amenities.tsv': [
      'id\tbuilding\tkind\tfloor\tspot\thours\tstepFree\tsource\tconfirmed\tgone',
      `water\t${SCHOOL}\t정수기\t1\t현관 옆\t\tyes\t예시 자료\t\t`,
      `canteen\t${CANTEEN}\t학생식당\t1\t한빛식당\t\tyes\t답사\t\t`,
      `fountain\t${BROKEN}\t정수기\t2\t계단 옆\t\tyes\t답사\t\t`,
    ],
    'rooms.tsv': [
      'id\tbuilding\tname\tfloor\tseats\tstepFree\tsource',
      ...['a101', 'a102', 'a103', 'a201', 'a202', 'a203', 'a204'].map((id) => room(id, SCHOOL)),
      room('b101', LOCKED, 'yes'),
    ],
    'timetable.tsv': [
      'room\tbuilding\tweekday\tfrom\tto\tfirst\tlast',
      held('a101', SCHOOL, '14:00', '15:15'),
      held('a102', SCHOOL, '11:00', '13:30'),
      held('a103', SCHOOL, '16:30', '17:45'),
      held('b101', LOCKED, '09:00', '10:15'),
    ],
  }),
  { atNoon: true },
);

test('[RM-02] [RM-03] [PL-14] free rooms: from a keyword over the map to a building, longest free first, without layout shift', async ({
  page,
  user: _,
  makers,
}) => {
  test.slow();
  const other = await makers.user();
  const moved = await watchShifts(page);
  await page.goto('/keyword/2/0');
  const line = page.getByRole('link', { name: '지금 빈 강의실 7곳' });
  await expect(line).toBeVisible();
  expect(await moved()).toEqual([]);
  await line.click();
  await expectPath(page, '/map?rooms=1');
  await expect(page.getByText('빗금 친 건물에 빈 강의실 7곳')).toBeVisible();
  const drawing = page.getByRole('group', { name: '학교 지도 그림' });
  await expect(drawing.getByRole('link', { name: '한빛관, 빈 강의실 6곳' })).toBeVisible();
  await page.getByRole('link', { name: /^한빛관 ?빈 강의실 6곳/ }).click();
  await expectPath(page, `/building/${SCHOOL}/view`);

  // Opened from a link: server-rendered, and nothing moves during hydration.
  await page.goto(`/building/${SCHOOL}/view`);
  const rooms = page
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: '지금 빈 강의실' }) });
  await expect(rooms.getByRole('listitem')).toHaveCount(3);
  // Visible without scrolling [PL-14]: crowding, opening hours, free rooms, amenities.
  for (const name of ['지금 어때요?', '여는 시간', '지금 빈 강의실', '편의시설'])
    await expect(page.getByRole('heading', { level: 2, name })).toBeInViewport();
  await expect(page.getByRole('listitem').filter({ hasText: '정수기현관 옆' })).toBeInViewport({ ratio: 1 });
  await rooms.getByRole('button', { name: '빈 강의실 6곳 모두 보기' }).click();
  await expect(rooms.getByRole('listitem')).toHaveText([
    /^201호.*건물 닫는 22:00까지/,
    /^202호/,
    /^203호/,
    /^204호/,
    /^103호1층 · 40석다음 수업 16:30까지/,
    /^101호1층 · 40석다음 수업 14:00까지/,
  ]);
  expect(await moved()).toEqual([]);
  expect(await sidewaysScroll(page)).toBe(0);
  await page.goto(`/building/${UNKNOWN}/view`);
  await expect(page.getByText('이 건물에 대해 알려진 것이 아직 없어요.')).toBeVisible();

  // Two reports of a locked door hide the room from all users.
  await page.goto(`/building/${LOCKED}/view`);
  const button = page.getByRole('button', { name: '101호 잠겨 있어요' });
  await button.click();
  await expect(page.getByRole('alert')).toContainText('한 명이 더 알리면 오늘은 목록에서 빠져요.');
  const path = { roomId: 'b101' };
  expect(await other.client.ask('PUT /api/rooms/{roomId}/locked', { path })).toEqual({ hidden: true });
  await page.reload();
  await expect(page.getByRole('link', { name: '지도에서 보기' })).toBeVisible();
  await expect(button).toBeHidden();
});

test('[ML-01] [ML-02] [ML-03] meals: an operator pastes a week, students see today on home and building, and two reports mark a dish as sold out @full', async ({
  page,
  user: operator,
  makers,
  server,
}) => {
  test.slow();
  const other = await makers.user();
  await operate(server, 'role', 'give', operator.email, 'operator');
  const moved = await watchShifts(page);
  await page.goto('/operate/campus?part=meals');
  const today = '일월화수목금토'.charAt(new Date(Date.now() + hoursToNoon() * 3_600_000).getUTCDay());
  await page
    .getByLabel('한 주 식단')
    .fill(`${today}\n중식 00:10-23:50\n한식: 제육덮밥, 된장국 5,500원\n양식: 돈가스, 수프 6,500원`);
  await page.getByRole('button', { name: '살펴보기' }).click();
  await expect(page.getByText('점심 · 00:10~23:50 · 양식 · 6,500원')).toBeVisible();
  expect(await sidewaysScroll(page)).toBe(0);
  await page.getByRole('button', { name: '올리기' }).click();
  await expectAlert(page, '반영했습니다.');

  // Nothing below the row on home moves.
  await page.goto('/');
  const row = page.getByRole('link', { name: /^오늘 점심 제육덮밥, 돈가스 .*식당동.*00:10~23:50/ });
  await expect(row).toBeVisible();
  expect(await moved()).toEqual([]);
  await row.click();
  await expectPath(page, `/building/${CANTEEN}/view`);
  await expect(page.getByRole('heading', { name: '오늘 학식' })).toBeInViewport();
  const dish = page.getByRole('listitem').filter({ hasText: '돈가스, 수프' });
  await dish.getByRole('button', { name: '품절이에요' }).click();
  await expectAlert(page, '고마워요. 한 명이 더 알리면 품절이라고 보여요.');
  const { meals } = await other.client.ask('GET /api/meals', {});
  const id = meals.find((meal) => meal.dish.startsWith('돈가스'))?.id ?? '';
  await other.client.ask('PUT /api/meals/{id}/sold-out', { path: { id } });
  // Opened from a link.
  await page.reload();
  await expect(dish.getByText('품절', { exact: true })).toBeVisible();
  expect(await moved()).toEqual([]);
  await expectAccessible(page);
  await page.goto('/');
  await expect(page.getByRole('link', { name: /^오늘 점심 제육덮밥 .*식당동/ })).toBeVisible();
});

const OFFICE = 'fix@korea.ac.kr';
const TEXT = '물이 나오지 않아요';

test('[TK-01] [TK-02] [TK-03] [TK-05] [TK-06] [NO-01] [PL-13] ticket with a picture: a second student joins, operator and office move it, and both students are notified @full', async ({
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
  await desk.getByLabel('맡은 건물').selectOption(BROKEN);
  await desk.getByLabel('부서 이름').fill('공작관 관리실');
  await desk.getByLabel('받는 이메일').fill(OFFICE);
  await desk.getByRole('button', { name: '저장' }).click();
  await expectAlert(desk, '반영했습니다.');

  // From the building to the prefilled form, then to the ticket.
  await signIn(one);
  await page.goto(`/building/${BROKEN}/view`);
  await page.getByRole('link', { name: '고장 신고하기' }).click();
  await expectPath(page, `/tickets/new?building=${BROKEN}`);
  await page.getByLabel('시설 (선택)').selectOption('fountain');
  await expect(page.getByLabel('자리 (선택)')).toHaveValue('계단 옆');
  await page.getByRole('button', { name: '물·화장실' }).click();
  await page.getByLabel('어떤 상태인가요?').fill(TEXT);
  await attachPictures(page, 1);
  await expectOrder(page, 1);
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

  // Another student joins; the amenity, the list and the map show the fault.
  const id = post.replace('/post/', '');
  await other.client.ask('PUT /api/tickets/{id}/join', { path: { id } });
  const moved = await watchShifts(page);
  await page.reload();
  await expect(page.getByText('2명이 기다려요')).toBeVisible();
  await page.goto(`/building/${BROKEN}/view`);
  await expect(page.getByRole('listitem').filter({ hasText: '계단 옆' }).first()).toContainText(
    '고장 신고됨',
  );
  await page.goto('/tickets');
  await expect(
    page.getByRole('link', { name: /물·화장실 #1 오늘 2층 계단 옆 · 2명이 기다려요 접수/ }),
  ).toBeVisible();
  expect(await moved()).toEqual([]);
  await page.goto('/map?now=1');
  const drawing = page.getByRole('group', { name: '학교 지도 그림' });
  await expect(drawing.getByRole('link', { name: /공작관.*고장 신고 1곳/ })).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: '공작관' }).last()).toContainText(
    '고장 신고 1곳',
  );
  await expectAccessible(page);

  await desk.reload();
  await desk.getByRole('button', { name: '1번 신고 처리하기' }).click();
  await desk.getByLabel('학생들에게 한마디').fill('내일 부품이 옵니다');
  await desk.getByRole('button', { name: '알리기' }).click();
  await expectAlert(desk, '반영했습니다.');
  const lines = async () => (await other.client.ask('GET /api/notifications', { query: {} })).lines;
  await expect.poll(lines).toHaveLength(1);
  await page.goto('/notifications');
  await page.getByRole('link', { name: /고장 신고 #1 · 확인/ }).click();
  await expectPath(page, post);
  await expect(card).toContainText('내일 부품이 옵니다');

  // The office has no account, and its mail client may block scripts.
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

  await page.goto('/mypage/tickets');
  await expect(page.getByRole('link', { name: /물·화장실 #1 .*완료/ })).toBeVisible();
  await page.goto('/tickets');
  await expect(page.getByText('지금 고장 신고가 없어요.')).toBeVisible();

  // The weekly sheet fits one page of paper.
  await desk.goto('/api/operate/tickets/sheet');
  await expect(desk.getByText('공작관 2층 계단 옆')).toBeVisible();
  const paper = await desk.pdf({ preferCSSPageSize: true });
  expect(paper.toString('latin1').match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
});
