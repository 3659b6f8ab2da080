import { afterEach, describe, expect, inject, test, vi } from 'vitest';
import { addAlert, linesOf } from '../../../testing/inbox.ts';
import { type MadeUser, makeUser } from '../../../testing/makers.ts';
import { makeStaff } from '../../../testing/moderation.ts';
import { startTestApp } from '../../../testing/test-app.ts';
import { plantAmenities } from './amenities.ts';

const [UNION, DORMITORY] = ['student-union-cafeteria', 'anam-dormitory-cafeteria'];

const testApp = await startTestApp({ edition: 'official' });
await plantAmenities(testApp.database, testApp.campus);
const operator = await makeStaff(testApp);
afterEach(() => vi.useRealTimers());

const setClock = (instant: string) => vi.useFakeTimers({ now: Date.parse(instant), toFake: ['Date'] });
const publish = (text: string, amenityId: string, { monday }: { monday: string }) =>
  operator.browser.call('PUT /api/operate/meals/{amenityId}', {
    path: { amenityId },
    body: { monday, text, source: '', reason: '' },
  });

describe('[ML-03] an alert on a dish’s word', () => {
  const told = (key = today, app = testApp) => {
    app.app.jobs.wake();
    return expect
      .poll(() => app.database.rows(`SELECT FROM jobs WHERE kind = 'tellDishes' AND key = $1`, [key]), {
        timeout: 10_000,
      })
      .toEqual([]);
  };
  const wordsOf = async (user: MadeUser) =>
    (await linesOf(user, 'dish')).map(({ word, building }) => `${word} ${building.id}`).toSorted();
  // By the database's clock: a job is due then.
  const today = new Date(Date.now() + 9 * 3_600_000).toISOString().slice(0, 10);
  const monday = new Date(Date.parse(today) - ((new Date(today).getUTCDay() + 6) % 7) * 86_400_000)
    .toISOString()
    .slice(0, 10);
  const publishToday = async (text: string, amenityId = UNION) => {
    await publish(`${today}\n중식\n${text}`, amenityId, { monday });
    // Before seven it waits.
    await testApp.database.change(`UPDATE jobs SET due_at = now() WHERE kind = 'tellDishes' AND key = $1`, [
      today,
    ]);
    await told();
  };

  test('notifies once a day per alert, for its place only, not if paused or unwanted', async () => {
    const [waiting, several, placed, paused, unwanted] = (await Promise.all(
      Array.from({ length: 5 }, () => makeUser(testApp)),
    )) as [MadeUser, MadeUser, MadeUser, MadeUser, MadeUser];
    await addAlert(waiting, '돈가스');
    for (const word of ['돈가스', '수프', '갈비탕']) await addAlert(several, word);
    await addAlert(placed, '돈가스', 'anam-dormitory');
    const { body } = await addAlert(paused, '돈가스');
    await paused.browser.call('PUT /api/profile/alerts/{id}/pause', { path: { id: body.id } });
    await addAlert(unwanted, '돈가스');
    await unwanted.browser.call('PUT /api/profile/notification-settings', {
      body: {
        on: true,
        kinds: { answer: true, accepted: true, alert: false, ticket: true, notice: true, case: true },
      },
    });
    const everybody = () => Promise.all([waiting, several, placed, paused, unwanted].map(wordsOf));
    await publishToday('양식: 치즈 돈가스, 수프 6,500원');
    expect(await everybody()).toEqual([
      ['돈가스 student-union'],
      ['돈가스 student-union', '수프 student-union'],
      [],
      [],
      [],
    ]);
    // Publishing again, with additions, and elsewhere: users notified already get no second notification.
    await publishToday('양식: 치즈 돈가스, 수프 7,000원\n한식: 갈비탕');
    await publishToday('돈가스', DORMITORY);
    expect(await everybody()).toEqual([
      ['돈가스 student-union'],
      ['갈비탕 student-union', '돈가스 student-union', '수프 student-union'],
      ['돈가스 anam-dormitory'],
      [],
      [],
    ]);
    const [line] = await linesOf(waiting, 'dish');
    expect(line?.unread).toBe(true);
    const { body: answer } = await waiting.browser.call('PUT /api/notifications/{id}/read', {
      path: { id: line?.id ?? '' },
    });
    expect(answer.unread).toBe(0);
  });

  test.runIf(inject('engine') === 'postgres')('by two processes is once', async () => {
    const other = await testApp.another();
    const waiting = await makeUser(testApp);
    await addAlert(waiting, '마라탕');
    const first = publishToday('마라탕');
    other.app.jobs.wake();
    await first;
    await told(today, other);
    expect(await wordsOf(waiting)).toEqual(['마라탕 student-union']);
  });

  test('waits until seven in the morning, and notifies nobody of a past day', async () => {
    const waiting = await makeUser(testApp);
    await addAlert(waiting, '떡볶이');
    const jobs = () =>
      testApp.database.rows<{ key: string; due: string }>(
        `SELECT key, to_char(due_at AT TIME ZONE 'Asia/Seoul', 'YYYY-MM-DD HH24:MI') AS due
           FROM jobs WHERE kind = 'tellDishes' AND key > '2031' ORDER BY key`,
      );
    setClock('2031-11-24T03:00:00Z');
    await publish('월\n중식\n떡볶이\n화\n중식\n떡볶이', UNION, { monday: '2031-11-24' });
    expect(await jobs()).toEqual([
      { key: '2031-11-24', due: '2031-11-24 07:00' },
      { key: '2031-11-25', due: '2031-11-25 07:00' },
    ]);
    setClock('2031-11-25T03:00:00Z');
    await testApp.database.change(`UPDATE jobs SET due_at = now() WHERE key = '2031-11-24'`);
    await told('2031-11-24');
    expect(await wordsOf(waiting)).toEqual([]);
    await testApp.database.change(`UPDATE jobs SET due_at = now() WHERE key = '2031-11-25'`);
    await told('2031-11-25');
    expect(await wordsOf(waiting)).toEqual(['떡볶이 student-union']);
  });
});
