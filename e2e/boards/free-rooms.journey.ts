import { expectAccessible } from '../testing/axe.ts';
import { expect } from '../testing/fixtures.ts';
import { onCampus } from '../testing/own-campus.ts';
import { expectPath } from '../testing/screens.ts';
import { watchShifts } from '../testing/shifts.ts';

const day = (later: number) => new Date(Date.now() + later * 86_400_000).toISOString().slice(0, 10);
const room = (id: string, building: string, stepFree = '') =>
  `${id}\t${building}\t${id.slice(1)}호\t${id.slice(1, 2)}\t40\t${stepFree}\t학사팀`;
const held = (id: string, building: string, from: string, to: string) =>
  `${id}\t${building}\tdaily\t${from}\t${to}\t${day(-30)}\t${day(60)}`;
const [SCHOOL, OTHER] = ['hall-1-1', 'hall-1-2'];

// What is free hangs on the hour: a campus of its own has classes around now.
const test = onCampus(
  {
    university: '한빛대학교',
    domain: 'korea.ac.kr',
    categories: ['문과', '이과'],
    buildings: new Map([['문과', ['한빛관', '솔관', '빈터']]]),
  },
  () => ({
    'map.tsv': [
      'kind\tid\tpoints\tat\tname',
      'grid\t\t400,300\t\t',
      `building\t${SCHOOL}\t60,60 140,60 140,130 60,130\t\t`,
      `building\t${OTHER}\t240,60 320,60 320,130 240,130\t\t`,
    ],
    'hours.tsv': ['building\tfrom\tto\thours\tsource', `${SCHOOL}\t\t\tmon-sun 08:00-22:00\t예시 자료`],
    'amenities.tsv': [
      'id\tbuilding\tkind\tfloor\tspot\thours\tstepFree\tsource\tconfirmed\tgone',
      `water\t${SCHOOL}\t정수기\t1\t현관 옆\t\tyes\t예시 자료\t\t`,
    ],
    'rooms.tsv': [
      'id\tbuilding\tname\tfloor\tseats\tstepFree\tsource',
      ...['a101', 'a102', 'a103', 'a201', 'a202', 'a203', 'a204'].map((id) => room(id, SCHOOL)),
      room('b101', OTHER, 'yes'),
    ],
    'timetable.tsv': [
      'room\tbuilding\tweekday\tfrom\tto\tfirst\tlast',
      held('a101', SCHOOL, '14:00', '15:15'),
      held('a102', SCHOOL, '11:00', '13:30'),
      held('a103', SCHOOL, '16:30', '17:45'),
      held('b101', OTHER, '09:00', '10:15'),
    ],
  }),
  { atNoon: true },
);

test('[RM-02] [PL-14] free rooms from a keyword over the map to a building: the longest first, until the next class, nothing moves', async ({
  page,
  signIn,
}) => {
  test.slow();
  await signIn();
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
  await expectAccessible(page);
  await page.getByRole('link', { name: /^한빛관 ?빈 강의실 6곳/ }).click();
  await expectPath(page, `/building/${SCHOOL}/view`);

  // As it is opened from a link: drawn by the server, and nothing moves when the app takes over.
  await page.goto(`/building/${SCHOOL}/view`);
  const rooms = page
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: '지금 빈 강의실' }) });
  await expect(rooms.getByRole('listitem')).toHaveCount(3);
  // One look, without scrolling [PL-14]: how it is, when it is open, where there is room, what it has.
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
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await expectAccessible(page);
  await page.goto('/building/hall-1-3/view');
  await expect(page.getByText('이 건물에 대해 알려진 것이 아직 없어요.')).toBeVisible();
});

test('[RM-03] two students before a locked door hide the room for everybody', async ({
  page,
  user,
  makers,
}) => {
  const other = await makers.user();
  await page.goto(`/building/${OTHER}/view`);
  const button = page.getByRole('button', { name: '101호 잠겨 있어요' });
  await button.click();
  await expect(page.getByRole('alert')).toContainText('한 명이 더 알리면 오늘은 목록에서 빠져요.');
  await page.reload();
  await expect(button).toBeVisible();
  expect(await other.client.ask('PUT /api/rooms/{roomId}/locked', { path: { roomId: 'b101' } })).toEqual({
    hidden: true,
  });
  await page.reload();
  await expect(page.getByRole('link', { name: '지도에서 보기' })).toBeVisible();
  await expect(button).toBeHidden();
  // The same again changes nothing.
  expect(await user.client.ask('PUT /api/rooms/{roomId}/locked', { path: { roomId: 'b101' } })).toEqual({
    hidden: true,
  });
});
