import 'fake-indexeddb/auto';
import { act, waitFor } from '@testing-library/react';
import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { endSession } from '../../features/session/session.ts';
import { closeDatabase, notePush, readOwner } from '../../lib/offline/database.ts';
import { navigate } from '../../lib/router.tsx';
import { me } from '../../testing/answers.ts';
import { pretendPush } from '../../testing/pretended-push.ts';
import { CUT } from '../../testing/pretended-server.ts';
import { on, SOME_ID, startPush, stopPush, subscribed } from '../../testing/push-start.ts';
import { expectPath, path } from '../../testing/reading.ts';
import { keepReads } from '../offline/device.ts';

beforeEach(() => vi.stubGlobal('indexedDB', new IDBFactory()));
afterEach(async () => {
  stopPush();
  await closeDatabase();
});

/** Time in which nothing further must happen. */
const rest = () => act(() => new Promise((resolve) => setTimeout(resolve, 50)));

test('[NO-04] start: sends the subscription again and renews a lost one', async () => {
  const push = pretendPush({ permission: 'granted' });
  const { endpoint } = push.make();
  await notePush(me.id, { device: 'here', endpoint });
  const { server } = await startPush('/terms', { 'GET /api/profile/push': subscribed });
  await waitFor(() => expect(server.asked('PUT /api/profile/push/device')).toHaveLength(1));
  expect(push.subscription?.endpoint).toBe(endpoint);
  push.subscription = null;
  const again = await startPush('/terms', { 'GET /api/profile/push': on });
  await waitFor(() => expect(again.server.asked('PUT /api/profile/push/device')).toHaveLength(1));
  expect(again.server.asked('PUT /api/profile/push/device')[0]?.body.endpoint).not.toBe(endpoint);
  await waitFor(async () => expect((await readOwner())?.push?.endpoint).toBe(push.subscription?.endpoint));
});

test('[NO-04] revoked permission: unsubscribes on the server at the next start', async () => {
  pretendPush({ permission: 'denied' });
  const own = { device: 'here', endpoint: 'https://fcm.googleapis.com/1' };
  await notePush(me.id, own);
  const lost = await startPush('/terms', { 'DELETE /api/profile/push/devices/{id}': CUT });
  await waitFor(() => expect(lost.server.asked('DELETE /api/profile/push/devices/{id}')).toHaveLength(1));
  await rest();
  expect((await readOwner())?.push).toEqual(own);
  const { server } = await startPush('/terms');
  await waitFor(async () => expect((await readOwner())?.push).toBeUndefined());
  expect(server.asked('DELETE /api/profile/push/devices/{id}')[0]?.path['id']).toBe('here');
  const quiet = await startPush('/terms');
  await rest();
  expect(quiet.server.writes()).toBe(0);
});

test('[NO-04] removed device: stays removed, and another login’s subscription ends', async () => {
  const push = pretendPush({ permission: 'granted' });
  const { endpoint } = push.make();
  await notePush(me.id, { device: 'here', endpoint });
  const { server } = await startPush('/terms', { 'GET /api/profile/push': on });
  await waitFor(() => expect(push.subscription).toBeNull());
  await waitFor(async () => expect((await readOwner())?.push).toBeUndefined());
  expect(server.writes()).toBe(0);

  push.make();
  await notePush(me.id, { device: 'here', endpoint });
  await startPush('/terms', {}, { ...me, id: SOME_ID });
  await waitFor(() => expect(push.subscription).toBeNull());
});

test('[NO-04] logout: ends the subscription and erases its data on the phone', async () => {
  const push = pretendPush({ permission: 'granted' });
  await notePush(me.id, { device: 'here', endpoint: push.make().endpoint });
  const { client, server } = await startPush('/terms', {
    'GET /api/profile/push': subscribed,
    'POST /api/device/gone': { posts: [], threads: [] },
  });
  keepReads(client);
  await waitFor(() => expect(server.asked('PUT /api/profile/push/device')).toHaveLength(1));
  act(() => endSession(client, '/login', true));
  await waitFor(() => expect(push.subscription).toBeNull());
  await waitFor(async () => expect(await readOwner()).toBeUndefined());
});

test('[NO-04] opened push: reported once, its mark removed without a history entry; a visitor keeps it until login', async () => {
  const before = window.history.length;
  const { server } = await startPush(`/terms?a=1&push=${SOME_ID}#end`);
  await waitFor(() => expect(server.asked('PUT /api/push/{id}/opened')).toHaveLength(1));
  expect(server.asked('PUT /api/push/{id}/opened')[0]?.path['id']).toBe(SOME_ID);
  expect([path(), window.location.hash, window.history.length]).toEqual(['/terms?a=1', '#end', before]);
  const visitor = await startPush(`/terms?push=${SOME_ID}`, {}, null);
  await rest();
  expect([path(), visitor.server.writes()]).toEqual([`/terms?push=${SOME_ID}`, 0]);
  const strange = await startPush('/terms?push=no-id');
  await expectPath('/terms');
  expect(strange.server.writes()).toBe(0);
});

test('[NO-04] opened push: reported again if the server did not answer', async () => {
  const { server } = await startPush(`/terms?push=${SOME_ID}`, { 'PUT /api/push/{id}/opened': CUT });
  await waitFor(() => expect(server.asked('PUT /api/push/{id}/opened')).toHaveLength(1));
  await expectPath('/terms');
  server.answer('PUT /api/push/{id}/opened', undefined);
  act(() => navigate('/privacy'));
  await waitFor(() => expect(server.asked('PUT /api/push/{id}/opened')).toHaveLength(2));
  act(() => navigate('/terms'));
  await rest();
  expect(server.asked('PUT /api/push/{id}/opened')).toHaveLength(2);
});

test('[NO-04] notification: navigates the open page by the router; the app badge follows the bell', async () => {
  const push = pretendPush();
  const badges: number[] = [];
  Object.defineProperty(navigator, 'setAppBadge', {
    configurable: true,
    value: (unread: number) => Promise.resolve(void badges.push(unread)),
  });
  const { client, server } = await startPush('/terms', { 'GET /api/session': { user: me, unread: 3 } });
  const { port1, port2 } = new MessageChannel();
  const heard = new Promise((resolve) => (port1.onmessage = resolve));
  act(() => push.tell({ lead: `/notifications?push=${SOME_ID}` }, port2));
  await heard;
  await expectPath('/notifications');
  await waitFor(() => expect(server.asked('PUT /api/push/{id}/opened')).toHaveLength(1));
  act(() => push.tell({ other: true }));
  act(() => endSession(client, '/login', true));
  await waitFor(() => expect(badges).toEqual([3, 0]));
  Reflect.deleteProperty(navigator, 'setAppBadge');
});
