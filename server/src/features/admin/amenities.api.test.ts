import { expect, test } from 'vitest';
import { makeUser } from '../../../testing/makers.ts';
import { makeStaff } from '../../../testing/moderation.ts';
import { actsOn } from '../../../testing/operate.ts';
import { startTestApp } from '../../../testing/test-app.ts';
import { listAuditEntries } from '../../audit.ts';
import { plantAmenities } from '../places/index.ts';

const testApp = await startTestApp({ edition: 'official' });
await plantAmenities(testApp.database, testApp.campus);
const operator = await makeStaff(testApp);
const student = await makeUser(testApp);

type Cells = Partial<
  Record<
    'building' | 'kind' | 'floor' | 'spot' | 'hours' | 'stepFree' | 'source' | 'confirmed' | 'gone',
    string
  >
>;
const NOTHING = {
  building: null,
  kind: null,
  floor: null,
  spot: null,
  hours: null,
  stepFree: null,
  source: null,
  confirmed: null,
  gone: null,
  reason: '',
};
const NEW = { building: 'main-hall', kind: '카페', floor: 'B1', spot: '매점 자리', source: '답사' };
const put = (amenityId: string, cells: Cells & { reason?: string }, by = operator) =>
  by.browser.call('PUT /api/operate/amenities/{amenityId}', {
    path: { amenityId },
    body: { ...NOTHING, ...cells },
  });
const removeAmenity = (amenityId: string, by = operator) =>
  by.browser.call('POST /api/operate/amenities/{amenityId}/{act}', {
    path: { amenityId, act: 'removal' },
    body: { reason: '철거' },
  });
const undo = (amenityId: string, by = operator) =>
  by.browser.call('POST /api/operate/amenities/{amenityId}/{act}', {
    path: { amenityId, act: 'undo' },
    body: { reason: '장난' },
  });
const putHours = (
  buildingId: string,
  cells: Partial<Record<'from' | 'to' | 'hours' | 'source' | 'reason', string>>,
  by = operator,
) =>
  by.browser.call('PUT /api/operate/hours/{buildingId}', {
    path: { buildingId },
    body: { from: '', to: null, hours: null, source: null, reason: '', ...cells },
  });
const removeHours = (buildingId: string, from: string, by = operator) =>
  by.browser.call('POST /api/operate/hours/{buildingId}/removal', {
    path: { buildingId },
    body: { from, reason: '' },
  });
const pack = async () => (await student.browser.call('GET /api/campus/pack', {})).body;
const find = async (id: string) => (await pack()).amenities.find((amenity) => amenity.id === id);
const hoursOf = async (id: string) =>
  (await pack()).hours
    .filter(({ buildingId }) => buildingId === id)
    .map(({ from, to, hours }) => [from, to, hours.length]);
const said = async (id: string) =>
  (await operator.browser.call('GET /api/operate/campus', {})).body.said.find((one) => one.id === id);
const acts = (target: string) => actsOn(testApp, target);
/** Sets days that students changed, and open reports. */
const letStudentsReport = async (id: string, gone: string) => {
  await testApp.database.change(
    `UPDATE amenities SET before_students = jsonb_build_object('confirmed', confirmed_on, 'gone', gone_on),
            confirmed_on = '', gone_on = $2 WHERE id = $1`,
    [id, gone],
  );
  for (const [user, there] of [
    [student, true],
    [operator, false],
  ] as const)
    await testApp.database.change(
      `INSERT INTO amenity_voices (user_id, amenity_id, there) VALUES ($1, $2, $3)`,
      [user.id, id, there],
    );
};
type Answer = Promise<{ status: number; problem: { code: string; fields?: unknown } | null }>;
const refused = async (answer: Answer) => {
  const { status, problem } = await answer;
  const fields = (problem?.fields ?? []) as { field: string; code: string }[];
  return [status, problem?.code, ...fields.map((one) => `${one.field} ${one.code}`)];
};

test('[PL-10] amenity that an operator adds, changes, removes: in everybody’s pack, audited each time', async () => {
  const { version } = await pack();
  expect((await put('new-cafe', { ...NEW, spot: ' 매점\n\t자리 ', reason: '개점' })).status).toBe(204);
  // A lost answer: the same call again.
  expect((await put('new-cafe', NEW)).status).toBe(204);
  expect((await pack()).version).not.toBe(version);
  const made = {
    id: 'new-cafe',
    buildingId: 'main-hall',
    kind: '카페',
    floor: 'B1',
    spot: '매점 자리',
    hours: null,
    stepFree: null,
    source: '답사',
    confirmedOn: null,
    goneOn: null,
    doubtedOn: null,
  };
  expect(await find('new-cafe')).toEqual(made);
  const changes = { hours: 'daily 09:00-18:00', stepFree: 'yes', confirmed: '2026-11-20' };
  expect((await put('new-cafe', changes)).status).toBe(204);
  expect(await find('new-cafe')).toMatchObject({
    spot: '매점 자리',
    stepFree: true,
    confirmedOn: '2026-11-20',
  });
  expect((await put('new-cafe', { hours: '', stepFree: '', confirmed: '' })).status).toBe(204);
  expect(await find('new-cafe')).toEqual(made);
  expect((await removeAmenity('new-cafe')).status).toBe(204);
  expect(await find('new-cafe')).toBeUndefined();
  expect(await refused(removeAmenity('new-cafe'))).toEqual([404, 'resource.missing']);
  const actor = operator.id;
  expect(await acts('new-cafe')).toEqual([
    { actor, action: 'amenity remove', reason: '철거' },
    { actor, action: 'amenity put', reason: null },
    { actor, action: 'amenity put', reason: null },
    { actor, action: 'amenity put', reason: '개점' },
  ]);
});

test('[PL-10] building hours, permanent or for some days: set and removed, with an entry each', async () => {
  const exams = { from: '2028-04-12', to: '2028-04-23', hours: 'daily 00:00-24:00', source: '안내판' };
  const before = await hoursOf('law-hall');
  expect((await putHours('law-hall', exams)).status).toBe(204);
  expect((await putHours('law-hall', exams)).status).toBe(204);
  expect(await hoursOf('law-hall')).toEqual([...before, ['2028-04-12', '2028-04-23', 1]]);
  expect((await putHours('law-hall', { from: '2028-04-12', hours: 'closed' })).status).toBe(204);
  expect((await putHours('law-hall', { hours: '월 10:00~12:00; tue 10:00-오후 1:00' })).status).toBe(204);
  expect(await hoursOf('law-hall')).toEqual([
    [null, null, 2],
    ...before.slice(1),
    ['2028-04-12', '2028-04-23', 0],
  ]);
  expect((await removeHours('law-hall', '2028-04-12')).status).toBe(204);
  expect((await removeHours('law-hall', '')).status).toBe(204);
  expect(await hoursOf('law-hall')).toEqual(before.slice(1));
  expect(await refused(removeHours('law-hall', ''))).toEqual([404, 'resource.missing']);
  expect((await acts('law-hall')).map(({ action }) => action)).toEqual([
    'hours remove always',
    'hours remove 2028-04-12',
    'hours put always',
    'hours put 2028-04-12',
    'hours put 2028-04-12',
  ]);
});

test('[PL-10] reasons to refuse a file: also refuse one row, field by field, without entry', async () => {
  const before = [await pack(), await listAuditEntries(testApp.database, 1000)];
  const cases: [Answer, unknown[]][] = [
    [
      put('half', {}),
      [422, 'input.invalid', ...['building', 'kind', 'floor', 'spot', 'source'].map((f) => `${f} required`)],
    ],
    [put('new', { ...NEW, floor: '0' }), [422, 'input.invalid', 'floor invalid']],
    [
      put('new', { ...NEW, hours: 'open', stepFree: 'maybe', confirmed: '2026-02-30', gone: 'soon' }),
      [422, 'input.invalid', ...['hours', 'stepFree', 'confirmed', 'gone'].map((f) => `${f} invalid`)],
    ],
    [put('new', { ...NEW, reason: '가'.repeat(201) }), [422, 'input.invalid', 'reason tooLong']],
    [put('한글', NEW), [404, 'resource.missing']],
    [undo('nowhere'), [404, 'resource.missing']],
    [putHours('nowhere', { hours: 'closed', source: '답사' }), [404, 'resource.missing']],
    [putHours('question', { hours: 'closed', source: '답사' }), [404, 'resource.missing']],
    [putHours('main-hall', { hours: '' }), [422, 'input.invalid', 'hours required']],
    [
      putHours('main-hall', { from: '2027-02-09', to: '2027-02-12', hours: 'closed', source: '답사' }),
      [422, 'input.invalid', 'from invalid'],
    ],
  ];
  for (const [answer, expected] of cases) expect(await refused(answer)).toEqual(expected);
  expect([await pack(), await listAuditEntries(testApp.database, 1000)]).toEqual(before);
});

test('[PL-09] students’ changes: shown with the earlier values, and undone with their reports', async () => {
  const id = 'main-hall-water-2';
  expect(await said(id)).toBeUndefined();
  await letStudentsReport(id, '2026-11-04');
  expect(await said(id)).toEqual({
    id,
    before: { confirmed: '2026-03-04', gone: '' },
    there: 1,
    notThere: 1,
    pictures: [],
  });
  expect((await undo(id)).status).toBe(204);
  expect(await find(id)).toMatchObject({ confirmedOn: '2026-03-04', goneOn: null });
  expect(await said(id)).toBeUndefined();
  // Nothing is left to undo.
  expect((await undo(id)).status).toBe(204);
  expect(await acts(id)).toEqual([{ actor: operator.id, action: 'amenity undo', reason: '장난' }]);
});

test('[PL-09] reports without effect so far: removable too', async () => {
  const id = 'main-hall-vending';
  await testApp.database.change(
    `INSERT INTO amenity_voices (user_id, amenity_id, there) VALUES ($1, $2, false)`,
    [student.id, id],
  );
  expect(await said(id)).toEqual({ id, before: null, there: 0, notThere: 1, pictures: [] });
  const before = await find(id);
  expect((await undo(id)).status).toBe(204);
  expect([await said(id), await find(id), (await acts(id)).length]).toEqual([undefined, before, 1]);
});

test('[PL-09] days set by an operator: replace those of students, without undo', async () => {
  const id = 'west-hall-print';
  await letStudentsReport(id, '2026-11-04');
  expect((await put(id, { spot: '현관 오른쪽' })).status).toBe(204);
  expect((await said(id))?.before).not.toBeNull();
  // The same day, set by the operator.
  expect((await put(id, { gone: '2026-11-04' })).status).toBe(204);
  expect((await said(id))?.before).toBeNull();
  expect((await undo(id)).status).toBe(204);
  expect(await find(id)).toMatchObject({ spot: '현관 오른쪽', goneOn: '2026-11-04' });
});

test('[PL-10] full table: takes no more rows; existing ones can still be changed', async () => {
  const full = await startTestApp({ edition: 'official' });
  await plantAmenities(full.database, full.campus);
  const by = await makeStaff(full);
  await full.database.change(
    `INSERT INTO amenities (id, building_id, kind, floor, spot, hours, step_free, source, confirmed_on, gone_on, imported)
       SELECT 'n' || n, 'main-hall', '카페', '1', '로비', '', '', '답사', '', '', '{}'
         FROM generate_series((SELECT count(*) FROM amenities) + 1, 1000) AS n`,
  );
  expect(await refused(put('new', NEW, by))).toEqual([422, 'input.invalid', 'row invalid']);
  expect((await put('n1000', { spot: '현관' }, by)).status).toBe(204);
});

test('two operators with overlapping days at once: one is rejected', async () => {
  const days = (from: string, to: string) =>
    putHours('ice-rink', { from, to, hours: 'closed', source: '답사' });
  const answers = await Promise.all([days('2027-06-01', '2027-06-10'), days('2027-06-10', '2027-06-20')]);
  expect(answers.map(({ status }) => status).sort()).toEqual([204, 422]);
});
