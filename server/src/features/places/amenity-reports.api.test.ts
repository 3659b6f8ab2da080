import { formatDateTime } from '@madang/contract/time/rules';
import { v7 as uuidv7 } from 'uuid';
import { beforeEach, expect, inject, test } from 'vitest';
import { beginFreshWindow } from '../../../testing/limit-windows.ts';
import { type MadeUser, makePost, makeUpload, makeUser, PASSWORD, userAt } from '../../../testing/makers.ts';
import { suspend } from '../../../testing/moderation.ts';
import { startTestApp } from '../../../testing/test-app.ts';
import { listAuditEntries } from '../../audit.ts';
import { removeNotedPictures, sweepUploads } from '../posts/index.ts';
import { listSaid } from './amenities.ts';
import { sweepAmenityReports } from './amenity-reports.ts';

let students: [MadeUser, MadeUser, MadeUser, MadeUser];
const testApp = await startTestApp({ edition: 'official', limited: true });

const today = formatDateTime(new Date(), testApp.campus.settings.timeZone).slice(0, 10).replaceAll('/', '-');
// Creates one amenity without reports.
beforeEach(async () => {
  beginFreshWindow();
  await testApp.database.change('DELETE FROM amenities');
  await testApp.database.change('DELETE FROM audit');
  await testApp.database.change(
    `INSERT INTO amenities VALUES ('cafe', 'main-hall', '카페', '1', '로비', '', '', '답사', '2026-03-02', '', '{}')`,
  );
  students = [
    await makeUser(testApp),
    await makeUser(testApp),
    await makeUser(testApp),
    await makeUser(testApp),
  ];
});

const say = (who: MadeUser, there: boolean, uploadId?: string, amenityId = 'cafe') =>
  who.browser.call('PUT /api/amenities/{amenityId}/voice', {
    path: { amenityId },
    body: { there, ...(uploadId === undefined ? {} : { uploadId }) },
  });
const takeBack = (who: MadeUser, amenityId = 'cafe') =>
  who.browser.call('DELETE /api/amenities/{amenityId}/voice', { path: { amenityId } });
const read = async (who = students[0]) => {
  const { amenities } = (await who.browser.call('GET /api/campus/pack', {})).body;
  return amenities.find(({ id }) => id === 'cafe');
};
const ownReports = async (who: MadeUser) =>
  (await who.browser.call('GET /api/amenities/voices', {})).body.voices;
const acts = async () => (await listAuditEntries(testApp.database, 20)).map(({ action }) => action).reverse();
const beforeStudents = async () =>
  (await testApp.database.first<{ before: unknown }>('SELECT before_students AS before FROM amenities'))
    ?.before;

test('[PL-09] three agreeing students: change the list, visible to them at once; one reverts nothing', async () => {
  const [first, second, third] = students;
  expect((await say(first, false)).body).toMatchObject({
    voice: { amenityId: 'cafe', there: false, counts: true },
    amenity: { goneOn: null },
    counted: true,
  });
  // Repeating it changes nothing.
  expect((await say(first, false)).body.counted).toBe(false);
  await say(second, false);
  expect(await read()).toMatchObject({ goneOn: null });
  const last = (await say(third, false)).body;
  expect(last).toMatchObject({
    amenity: { goneOn: today, confirmedOn: '2026-03-02' },
    voice: { counts: false },
  });
  expect(await read(third)).toEqual(last.amenity);
  expect(await beforeStudents()).toEqual({ confirmed: '2026-03-02', gone: '' });
  expect((await ownReports(first)).map(({ counts }) => counts)).toEqual([false]);

  // Three students who changed it report the opposite; the earlier days stay unchanged.
  await say(first, true);
  await say(second, true);
  expect(await read(second)).toMatchObject({ goneOn: today });
  expect((await say(third, true)).body.amenity).toMatchObject({ goneOn: null, confirmedOn: today });
  await say(first, false);
  await say(second, false);
  expect(await read(second)).toMatchObject({ goneOn: null });
  expect(await beforeStudents()).toEqual({ confirmed: '2026-03-02', gone: '' });
  expect(await acts()).toEqual(['amenity gone by students', 'amenity back by students']);
  const [act] = await listAuditEntries(testApp.database, 1);
  expect(act).toMatchObject({ actor: 'students', target: 'cafe', reason: null });
});

test('[PL-09] report that it is there: sets the date, once a day', async () => {
  const [student] = students;
  expect((await say(student, true)).body).toMatchObject({ amenity: { confirmedOn: today }, counted: true });
  expect((await say(student, true)).body.counted).toBe(false);
  expect(await beforeStudents()).toEqual({ confirmed: '2026-03-02', gone: '' });
  await testApp.database.change(`UPDATE amenity_voices SET said_at = now() - interval '20 days'`);
  await testApp.database.change(`UPDATE amenities SET confirmed_on = '2026-11-01'`);
  expect((await say(student, true)).body).toMatchObject({ amenity: { confirmedOn: today }, counted: true });
  expect(await acts()).toEqual(['amenity confirmed by students', 'amenity confirmed by students']);
});

test('[PL-09] one picture: greys it until another student’s finding or its removal, hidden from students', async () => {
  const [student, other] = students;
  const uploadId = await makeUpload(student);
  expect((await say(student, false, uploadId)).body.amenity).toMatchObject({
    goneOn: null,
    doubtedOn: today,
  });
  // Sending it again changes nothing.
  expect((await say(student, false, uploadId)).body.counted).toBe(false);
  expect(await read(other)).toMatchObject({ doubtedOn: today });
  expect((await other.browser.send('GET', `/images/posts/${uploadId}/large.webp`)).status).toBe(404);
  // Operators see the picture next to the reports.
  const operator = await makeUser(testApp);
  await testApp.database.change(
    `INSERT INTO roles (id, user_id, role) VALUES (gen_random_uuid(), $1, 'operator')`,
    [operator.id],
  );
  expect((await operator.browser.send('GET', `/images/posts/${uploadId}/large.webp`)).status).toBe(200);
  const [said] = await listSaid(testApp.database);
  expect(said).toMatchObject({ there: 0, notThere: 1, uploadIds: [uploadId] });
  expect((await say(other, true)).body.amenity).toMatchObject({
    doubtedOn: null,
    confirmedOn: '2026-03-02',
  });
  // The same report without a new picture does not grey it again.
  expect((await say(student, false)).body).toMatchObject({ counted: false, amenity: { doubtedOn: null } });
  await say(student, false, await makeUpload(student));
  expect(await read(student)).toMatchObject({ doubtedOn: today });
  expect((await takeBack(student)).body.amenity).toMatchObject({ doubtedOn: null });
  expect(await ownReports(student)).toEqual([]);
  expect((await takeBack(student)).status).toBe(200);
  expect(await acts()).toEqual([
    'amenity doubted by students',
    'amenity doubted no more by students',
    'amenity doubted by students',
    'amenity doubted no more by students',
  ]);
  expect(await beforeStudents()).toBeNull();
});

test('[PL-09] picture of a report: stays beyond the report’s day, and is deleted after the report', async () => {
  const [student, leaver] = students;
  const [kept, replaced, left] = [
    await makeUpload(student),
    await makeUpload(student),
    await makeUpload(leaver),
  ];
  await say(student, false, replaced);
  await say(student, false, kept);
  await say(leaver, false, left);
  await testApp.database.change(`UPDATE uploads SET created_at = now() - interval '2 days'`);
  const stored = async (who: MadeUser, uploadId: string) => {
    await sweepUploads(testApp);
    await removeNotedPictures(testApp);
    return (await testApp.images.get(`posts/${who.id}/${uploadId}/large.webp`)) !== null;
  };
  expect([await stored(student, kept), await stored(student, replaced)]).toEqual([true, false]);
  const used = await makeUser(testApp);
  const stolen = await say(used, false, kept);
  expect([stolen.status, stolen.problem?.fields]).toEqual([422, [{ field: 'uploadId', code: 'invalid' }]]);
  const post = { path: { buildingId: 'main-hall' } };
  const body = { id: uuidv7(), title: '카페', body: '없어졌어요', keywords: [], uploadId: kept };
  expect(
    (await student.browser.call('POST /api/buildings/{buildingId}/posts', { ...post, body })).problem?.code,
  ).toBe('upload.used');

  await leaver.browser.call('POST /api/profile/withdrawal', { body: { password: PASSWORD } });
  expect(await stored(leaver, left)).toBe(false);
  expect(await read(student)).toMatchObject({ doubtedOn: today });
  await testApp.database.change(`UPDATE amenity_voices SET said_at = now() - interval '31 days'`);
  await sweepAmenityReports(testApp.database);
  expect(await testApp.database.rows('SELECT * FROM amenity_voices')).toEqual([]);
  expect(await stored(student, kept)).toBe(false);
});

test('[PL-09] amenity report: refused for an unknown amenity, a wrong picture and suspended users', async () => {
  const [student] = students;
  expect((await say(student, true, undefined, 'none')).status).toBe(404);
  expect((await takeBack(student, 'none')).status).toBe(404);
  const none = await say(student, false, uuidv7());
  expect([none.status, none.problem?.fields]).toEqual([422, [{ field: 'uploadId', code: 'invalid' }]]);
  expect((await say(student, true, await makeUpload(student))).status).toBe(422);
  const ofPost = await makeUpload(student);
  await makePost(student, 'main-hall', { uploadId: ofPost });
  expect((await say(student, false, ofPost)).problem?.code).toBe('upload.used');
  const suspended = await makeUser(testApp);
  await suspend(testApp, suspended, 'main-hall');
  expect((await say(suspended, false)).problem?.code).toBe('writing.suspended');
  expect(await testApp.database.rows('SELECT * FROM amenity_voices')).toEqual([]);
  expect(await acts()).toEqual([]);
});

test('[PL-09] limit: ten reports a day; repeating one costs none, withdrawing one restores none', async () => {
  const [student, other] = students;
  for (let turn = 0; turn < 10; turn += 1) {
    expect((await say(student, turn % 2 === 0)).status).toBe(200);
    if (turn < 9) expect((await say(student, turn % 2 === 0)).body.counted).toBe(false);
  }
  const refused = await say(student, true);
  expect([refused.status, refused.problem?.code]).toEqual([429, 'limit.reached']);
  expect((await takeBack(student)).status).toBe(200);
  expect((await say(student, true)).status).toBe(429);
  expect((await say(other, true)).status).toBe(200);
});

test('[PL-09] concurrent reports of students: all count', async () => {
  const others = await Promise.all(Array.from({ length: 5 }, () => makeUser(testApp)));
  const answers = await Promise.all([...students, ...others].map((student) => say(student, false)));
  expect(answers.map(({ status }) => status)).toEqual(Array(9).fill(200));
  expect(answers.filter(({ body }) => body.amenity.goneOn === null)).toHaveLength(2);
  expect(await acts()).toEqual(['amenity gone by students']);
  expect(await testApp.database.rows('SELECT * FROM amenity_voices')).toHaveLength(9);
});

test.runIf(inject('engine') === 'postgres')(
  '[PL-09] two students at once on two processes: both count, and both processes agree',
  async () => {
    const second = await testApp.another();
    const [first, one, other] = students;
    const elsewhere = userAt(second, other);
    await say(first, false);
    expect(await read(elsewhere)).toMatchObject({ goneOn: null });
    const answers = await Promise.all([say(one, false), say(elsewhere, false)]);
    expect(answers.filter(({ body }) => body.amenity.goneOn === today)).toHaveLength(1);
    await expect.poll(() => read(first), { timeout: 3_000 }).toMatchObject({ goneOn: today });
    await expect.poll(() => read(elsewhere), { timeout: 3_000 }).toMatchObject({ goneOn: today });
  },
);
