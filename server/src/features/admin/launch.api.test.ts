import { LAUNCH_PARTS, type LaunchPart } from '@madang/contract/admin/rules';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { plantDemoMeals } from '../../../seed/plant-meals.ts';
import { makeUser, type MadeUser } from '../../../testing/makers.ts';
import { giveRole } from '../../../testing/moderation.ts';
import { operate } from '../../../testing/operate.ts';
import { startTestApp, type TestApp } from '../../../testing/test-app.ts';
import { plantAmenities } from '../places/index.ts';

let testApp: TestApp;
let operator: MadeUser;
beforeAll(async () => {
  testApp = await startTestApp({ edition: 'official' });
  operator = await makeUser(testApp);
  await giveRole(testApp, operator);
});
afterAll(() => testApp.close());

async function find(part: LaunchPart) {
  const { body } = await operator.browser.call('GET /api/operate/launch', {});
  expect(body.parts.map((found) => found.part)).toEqual(LAUNCH_PARTS);
  return body.parts.find((found) => found.part === part);
}

test('readiness: lists the missing parts for operators, with a cause instead of a text', async () => {
  expect(await find('name')).toEqual({ part: 'name', state: 'fail', cause: 'local' });
  expect(await find('certificate')).toMatchObject({ state: 'fail', cause: 'unchecked' });
  expect(await find('test mail')).toMatchObject({ state: 'fail', cause: 'noSmtp' });
  expect(await find('operator')).toMatchObject({ state: 'warn', cause: null });
  expect(await find('notices')).toMatchObject({ state: 'fail', cause: null });
  await operate(testApp, 'notice', 'add', '--title', '시작합니다', '--body', '반갑습니다.');
  await giveRole(testApp, await makeUser(testApp));
  expect(await find('notices')).toEqual({ part: 'notices', state: 'ok', cause: null });
  expect(await find('operator')).toMatchObject({ state: 'ok' });
  await operate(testApp, 'offices', 'set', 'all', '--name', '시설팀', '--email', 'fix@korea.ac.kr');
  await testApp.database.change('UPDATE offices SET refused_at = now()');
  expect(await find('offices')).toMatchObject({ state: 'warn', cause: 'refused' });
});

test('readiness: printed codes and, with a cafeteria, a menu are recommended', async () => {
  expect(await find('codes')).toMatchObject({ state: 'warn' });
  expect(await find('meals')).toMatchObject({ state: 'ok' });
  await plantAmenities(testApp.database, testApp.campus);
  expect(await find('meals')).toMatchObject({ state: 'warn' });
  expect(await find('amenities')).toMatchObject({ state: 'fail' });
  expect(await operate(testApp, 'codes', 'add', 'central-library')).toMatchObject({ code: 0 });
  await plantDemoMeals(testApp.database, testApp.campus);
  expect(await find('codes')).toMatchObject({ state: 'ok' });
  expect(await find('meals')).toMatchObject({ state: 'ok' });
});
