import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { makePicture, makeUser } from '../../../testing/makers.ts';
import { startTestApp } from '../../../testing/test-app.ts';
import { eventImageKey } from './bulletin.ts';
import { importEntries } from './documents.ts';

const [older, newer] = [randomUUID(), randomUUID()];
const [olderNotice, newerNotice] = [randomUUID(), randomUUID()];
const testApp = await startTestApp();
const user = await makeUser(testApp);

const entry = (id: string, day: number) => ({
  id,
  title: `${day}일`,
  body: '본문\n둘째 줄',
  createdAt: new Date(2026, 4, day),
});

await importEntries(testApp.database, 'event', [{ ...entry(older, 1), hasImage: true }, entry(newer, 2)]);
await importEntries(testApp.database, 'notice', [entry(olderNotice, 1), entry(newerNotice, 2)]);

test('[CA-05] events and notices come newest first and load by id', async () => {
  const { events } = (await user.browser.call('GET /api/events', {})).body;
  expect(events.map(({ id, image }) => [id, image])).toEqual([
    [newer, null],
    [older, `/EventImg/${older}.png`],
  ]);
  const { notices } = (await user.browser.call('GET /api/notices', {})).body;
  expect(notices.map(({ id }) => id)).toEqual([newerNotice, olderNotice]);
  expect((await user.browser.call('GET /api/events/{id}', { path: { id: older } })).body).toEqual(events[1]);
  expect((await user.browser.call('GET /api/notices/{id}', { path: { id: newerNotice } })).body).toEqual(
    notices[0],
  );
  for (const name of ['GET /api/events/{id}', 'GET /api/notices/{id}'] as const) {
    expect((await user.browser.call(name, { path: { id: randomUUID() } })).problem?.code).toBe(
      'resource.missing',
    );
  }
});

test('[CA-07] event image: served at EventImg/{id}.png', async () => {
  const png = await makePicture(8, 4, 'red');
  await testApp.images.put(eventImageKey(older), png);
  const response = await user.browser.send('GET', `/EventImg/${older}.png`);
  expect(response.headers.get('content-type')).toBe('image/png');
  expect(Buffer.from(await response.arrayBuffer())).toEqual(png);
  expect((await user.browser.send('GET', `/EventImg/${newer}.png`)).status).toBe(404);
});
