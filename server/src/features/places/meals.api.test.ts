import { v7 as uuidv7 } from 'uuid';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { type MadeUser, makeUser } from '../../../testing/makers.ts';
import { makeStaff, suspend } from '../../../testing/moderation.ts';
import { startTestApp } from '../../../testing/test-app.ts';
import { plantDemoMeals } from '../../../seed/plant-meals.ts';
import { listAuditEntries } from '../../audit.ts';
import { plantAmenities } from './amenities.ts';
import { sweepMeals } from './meals.ts';

// A Wednesday of the campus in a week of this file only, and its noon.
const [MONDAY, DAY, NOON] = ['2030-11-25', '2030-11-27', '2030-11-27T03:00:00Z'];
const [UNION, DORMITORY] = ['student-union-cafeteria', 'anam-dormitory-cafeteria'];
const WEEK = `월\n중식 11:30-13:30\n한식: 제육덮밥, 된장국 5,500원\n\n수\n조식 08:00-09:00\n천원의 아침밥 1,000원
중식\n한식: 닭갈비, 미역국 5,500원\n양식: 치즈돈가스, 수프 6,500원\n석식 휴무`;

const testApp = await startTestApp({ edition: 'official' });
await plantAmenities(testApp.database, testApp.campus);
const operator = await makeStaff(testApp);

const students: [MadeUser, MadeUser, MadeUser] = [
  await makeUser(testApp),
  await makeUser(testApp),
  await makeUser(testApp),
];
afterEach(() => vi.useRealTimers());

const setClock = (instant: string) => vi.useFakeTimers({ now: Date.parse(instant), toFake: ['Date'] });
const publish = (text: string, amenityId = UNION, more: { monday?: string; source?: string } = {}) =>
  operator.browser.call('PUT /api/operate/meals/{amenityId}', {
    path: { amenityId },
    body: { monday: MONDAY, text, source: '생활협동조합', reason: '', ...more },
  });
const read = async () => (await students[0].browser.call('GET /api/meals', {})).body;
const dishes = async () => (await read()).meals.map(({ dish, soldOut }) => `${dish}${soldOut ? '!' : ''}`);
const idOf = async (dish: string) =>
  (await read()).meals.find((one) => one.dish.startsWith(dish))?.id ?? 'none';
const say = async ({ browser }: MadeUser, id: string) => {
  const { body, problem } = await browser.call('PUT /api/meals/{id}/sold-out', { path: { id } });
  return problem ? `${problem.status} ${problem.code}` : body.soldOut;
};
const takeBack = async ({ browser }: MadeUser, id: string) =>
  (await browser.call('DELETE /api/meals/{id}/sold-out', { path: { id } })).body.soldOut;
const count = async (table: string) => (await testApp.database.rows(`SELECT FROM ${table}`)).length;

describe('[ML-01] a week is published', () => {
  test('as parsed, replacing the previous one, with a line of the audit log', async () => {
    setClock(NOON);
    expect((await publish(WEEK)).status).toBe(204);
    expect(await read()).toEqual({
      day: DAY,
      buildings: ['student-union'],
      meals: [
        ['breakfast', '', '천원의 아침밥', 1000, '08:00', '09:00'],
        ['lunch', '한식', '닭갈비, 미역국', 5500, '11:30', '13:30'],
        ['lunch', '양식', '치즈돈가스, 수프', 6500, '11:30', '13:30'],
      ].map(([meal, corner, dish, price, from, to]) => ({
        id: expect.any(String) as string,
        buildingId: 'student-union',
        place: '학생식당',
        meal,
        corner,
        dish,
        price,
        from,
        to,
        soldOut: false,
        source: '생활협동조합',
      })),
    });
    const acts = async () =>
      (await listAuditEntries(testApp.database, 100)).filter(({ action }) =>
        action.startsWith('meals publish'),
      );
    expect(await acts()).toMatchObject([
      { actor: operator.id, action: `meals publish ${MONDAY}`, target: UNION },
    ]);
    // The same week again changes nothing.
    expect((await publish(WEEK)).status).toBe(204);
    expect((await acts()).length).toBe(1);
    await publish('수\n중식\n비빔밥', DORMITORY);
    await publish(WEEK.replace('치즈돈가스, 수프 6,500원', '우동 5,000원'));
    expect(await dishes()).toEqual(['비빔밥', '천원의 아침밥', '닭갈비, 미역국', '우동']);
    // Another week stays unchanged, and so does this one.
    await publish('수\n중식\n카레', UNION, { monday: '2030-12-02' });
    await publish('월 휴무', DORMITORY);
    expect(await dishes()).toEqual(['천원의 아침밥', '닭갈비, 미역국', '우동']);
    setClock('2030-12-04T03:00:00Z');
    await expect.poll(dishes).toEqual(['카레']);
  });

  test('or refused as a whole: an unparsed line, no Monday, an unknown cafeteria, too long', async () => {
    setClock(NOON);
    await publish(WEEK);
    const before = await dishes();
    const fieldsOf = async (...args: Parameters<typeof publish>) => {
      const { status, problem } = await publish(...args);
      return [status, ...(problem?.fields ?? []).map(({ field, code }) => `${field} ${code}`)];
    };
    expect(await fieldsOf(`${WEEK}\n12/2(월)\n중식\n가`)).toEqual([422, 'text invalid']);
    expect(await fieldsOf('  ')).toEqual([422, 'text required']);
    expect(await fieldsOf('가'.repeat(20_001))).toEqual([422, 'text tooLong']);
    expect(await fieldsOf('가'.repeat(33_000))).toEqual([422, 'text tooLong']);
    expect(await fieldsOf('가'.repeat(45_000))).toEqual([422, 'text tooLong']);
    for (const monday of ['2030-11-26', '0000-01-03', '2030-02-30'])
      expect(await fieldsOf(WEEK, UNION, { monday })).toEqual([422, 'monday invalid']);
    expect(await fieldsOf(WEEK, UNION, { source: '가'.repeat(81) })).toEqual([422, 'source tooLong']);
    expect(await fieldsOf(WEEK, 'nowhere')).toEqual([404]);
    expect(await dishes()).toEqual(before);
  });

  test('by two operators at once: in sequence, nothing twice', async () => {
    setClock(NOON);
    const texts = [WEEK, WEEK.replace('닭갈비', '찜닭'), WEEK, WEEK.replace('닭갈비', '카레')];
    const answers = await Promise.all(texts.map((text) => publish(text)));
    expect(answers.map(({ status }) => status)).toEqual([204, 204, 204, 204]);
    expect((await dishes()).length).toBe(3);
  });
});

test('[ML-03] sold out: needs two students; each counts once, and withdrawn marks do not count', async () => {
  setClock(NOON);
  await publish(WEEK);
  const id = await idOf('치즈');
  const [one, other, third] = students;
  expect([await say(one, id), await say(one, id)]).toEqual([false, false]);
  expect(await dishes()).toContain('치즈돈가스, 수프');
  expect(await say(other, id)).toBe(true);
  expect(await dishes()).toContain('치즈돈가스, 수프!');
  // A republished dish keeps its identity if it is unchanged.
  await publish(WEEK.replace('닭갈비, 미역국', '찜닭'));
  expect(await dishes()).toEqual(['천원의 아침밥', '찜닭', '치즈돈가스, 수프!']);
  expect([await takeBack(one, id), await takeBack(one, id)]).toEqual([false, false]);
  expect(await dishes()).toContain('치즈돈가스, 수프');
  expect(await Promise.all([say(one, id), say(third, id)])).toContain(true);
  expect(JSON.stringify(await read())).not.toContain(one.id);
});

test('[ML-03] sold out: only while its meal is served, and until its end', async () => {
  const [one, other] = students;
  setClock('2030-11-27T02:29:00Z');
  await publish(WEEK);
  const id = await idOf('닭갈비');
  expect(await say(one, id)).toBe('409 meal.notServed');
  setClock('2030-11-27T02:30:00Z');
  expect(await say(one, id)).toBe(false);
  setClock('2030-11-27T04:29:00Z');
  expect(await say(other, id)).toBe(true);
  setClock('2030-11-27T04:30:00Z');
  expect(await say(students[2], id)).toBe('409 meal.notServed');
  setClock('2030-11-28T03:00:00Z');
  expect(await say(students[2], id)).toBe('409 meal.notServed');
});

test('[ML-03] sold out: unknown dishes, and suspended students are refused', async () => {
  setClock(NOON);
  await publish(WEEK);
  const id = await idOf('치즈');
  expect(await say(students[0], uuidv7())).toBe('404 resource.missing');
  const suspended = await makeUser(testApp);
  await suspend(testApp, suspended);
  expect(await say(suspended, id)).toBe('403 writing.suspended');
});

test('[ML-03] sold out: marks end with the meal, and meals are deleted after four weeks', async () => {
  const sweep = () =>
    testApp.database.transaction((transaction) => sweepMeals(transaction, testApp.campus.settings.timeZone));
  setClock(NOON);
  await publish(WEEK);
  await say(students[0], await idOf('치즈'));
  await sweep();
  const before = [await count('meal_votes'), await count('meals')];
  expect(before[0]).toBeGreaterThan(0);
  await testApp.database.change(`UPDATE meals SET day = (now() AT TIME ZONE 'Asia/Seoul')::date - 1`);
  await sweep();
  expect([await count('meal_votes'), await count('meals')]).toEqual([0, before[1]]);
  await testApp.database.change(`UPDATE meals SET day = day - 28`);
  await sweep();
  expect(await count('meals')).toBe(0);
});

test('[ML-03] limit: twenty a day', async () => {
  const limited = await startTestApp({ edition: 'official', limited: true });
  const student = await makeUser(limited);
  const answers = [];
  for (let times = 0; times < 21; times += 1)
    answers.push((await student.browser.send('PUT', `/api/meals/${uuidv7()}/sold-out`)).status);
  expect(answers).toEqual([...Array<number>(20).fill(404), 429]);
});

test('[ML-02] demo world: has a small answer, planted once per week', async () => {
  // By the server's clock: at a weekend nothing is served.
  setClock(NOON);
  await plantDemoMeals(testApp.database, testApp.campus);
  const answer = await read();
  expect(answer.buildings).toEqual(['aegineung-hall', 'anam-dormitory', 'student-union']);
  expect(new Set(answer.meals.map(({ meal, source }) => `${meal} ${source}`)).size).toBe(3);
  expect(answer.meals.length).toBeGreaterThan(10);
  expect(JSON.stringify(answer).length).toBeLessThan(8_192);
  // Once per week, to keep the operator's later changes.
  await publish('수\n중식\n비빔밥');
  await plantDemoMeals(testApp.database, testApp.campus);
  expect(await dishes()).toContain('비빔밥');
  expect(await dishes()).not.toContain('치즈돈가스, 수프');
});

test('[ML-02] next meal: the first one of the next day with meals', async () => {
  const next = async () => [(await read()).next].map((one) => [one?.day, one?.meals.map(({ dish }) => dish)]);
  setClock('2031-03-02T12:00:00Z');
  await publish(WEEK, UNION, { monday: '2031-03-03' });
  await expect.poll(next).toEqual([['2031-03-03', ['제육덮밥, 된장국']]]);
  setClock('2031-03-04T12:00:00Z');
  await expect.poll(next).toEqual([['2031-03-05', ['천원의 아침밥']]]);
  setClock('2031-03-05T12:00:00Z');
  await expect.poll(next).toEqual([[undefined, undefined]]);
});
