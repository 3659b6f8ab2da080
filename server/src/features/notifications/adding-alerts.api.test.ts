import { ALERTS_MAX } from '@madang/contract/notifications/rules';
import { v7 as uuidv7 } from 'uuid';
import { beforeEach, expect, inject, test } from 'vitest';
import { addAlert } from '../../../testing/inbox.ts';
import { makeUser, type MadeUser, userAt } from '../../../testing/makers.ts';
import { startTestApp } from '../../../testing/test-app.ts';

let reader: MadeUser;
const testApp = await startTestApp({ edition: 'official' });
beforeEach(async () => {
  reader = await makeUser(testApp);
});

const list = async () => (await reader.browser.call('GET /api/profile/alerts', {})).body.alerts;

test('[NO-03] word: one without two syllables is refused', async () => {
  expect((await addAlert(reader, '책')).problem).toMatchObject({
    fields: [{ field: 'word', code: 'alert.short' }],
  });
  expect(await list()).toEqual([]);
});

test('[NO-03] the same id again answers as before; the same words and place are there once', async () => {
  const id = uuidv7();
  const first = await addAlert(reader, '도서관 자리', null, id);
  expect((await addAlert(reader, '도서관 자리', null, id)).body).toEqual(first.body);
  expect((await addAlert(reader, '도서관', null, id)).problem?.code).toBe('identifier.taken');
  expect((await addAlert(reader, '자리 도서관')).problem?.code).toBe('alert.same');
  expect((await addAlert(reader, '도서관 자리', 'main-hall')).status).toBe(200);
  expect(await list()).toHaveLength(2);
});

test('[NO-03] twenty at most, also when they come at once, from two processes too', async () => {
  const process = inject('engine') === 'postgres' ? await testApp.another() : testApp;
  const others = userAt(process, reader);
  const answers = await Promise.all(
    Array.from({ length: 30 }, (_, index) => addAlert(index % 2 ? others : reader, `낱말${index}`)),
  );
  const count = (status: number) => answers.filter((answer) => answer.status === status).length;
  expect([count(200), count(409)]).toEqual([ALERTS_MAX, 30 - ALERTS_MAX]);
  expect(answers.find(({ status }) => status === 409)?.problem?.code).toBe('alert.full');
  expect(await list()).toHaveLength(ALERTS_MAX);
});
