import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { Database } from '../database/database.ts';
import { createLog } from '../log/log.ts';
import { Hub } from './hub.ts';

/** Returns a database that delivers every notification to all listeners, as PostgreSQL does. */
function makeDatabase() {
  const listeners: ((payload: string) => void)[] = [];
  const payloads: string[] = [];
  const database = {
    async notify(_channel: string, payload: string) {
      payloads.push(payload);
      await sleep(1);
      for (const listener of listeners) listener(payload);
    },
    listen: async (_channel: string, onMessage: (payload: string) => void) => void listeners.push(onMessage),
  } as unknown as Database;
  return { database, payloads };
}

async function startHub(database: Database) {
  const heard: string[] = [];
  const hub = new Hub(database, createLog('silent'));
  hub.on('replies', { onSignal: (id) => heard.push(id), onGap: () => {} });
  await hub.start();
  return { hub, heard };
}

test('signal: received here at once and elsewhere once; concurrent ones are batched', async () => {
  const { database, payloads } = makeDatabase();
  const [here, elsewhere] = [await startHub(database), await startHub(database)];
  for (const id of ['one', 'two', 'three', 'two']) here.hub.signal('replies', id);
  expect([here.heard, elsewhere.heard]).toEqual([['one', 'two', 'three', 'two'], []]);
  await here.hub.settled();
  expect(elsewhere.heard).toEqual(['one', 'two', 'three']);
  expect([here.heard.length, payloads.length]).toEqual([4, 1]);
});

test('notify without local delivery: received by other processes only', async () => {
  const { database } = makeDatabase();
  const [here, elsewhere] = [await startHub(database), await startHub(database)];
  here.hub.tell('replies', 'one');
  await here.hub.settled();
  expect([here.heard, elsewhere.heard]).toEqual([[], ['one']]);
});

test('thousands at once arrive all, in notifications that PostgreSQL takes', async () => {
  const { database, payloads } = makeDatabase();
  const [here, elsewhere] = [await startHub(database), await startHub(database)];
  const ids = Array.from({ length: 2_000 }, (_, index) => `한글-${index}`);
  for (const id of ids) here.hub.tell('replies', id);
  await here.hub.settled();
  expect(elsewhere.heard).toEqual(ids);
  expect(Math.max(...payloads.map((payload) => Buffer.byteLength(payload)))).toBeLessThan(8_000);
});

test('failed notification: given up, and the next one is sent', async () => {
  const { database } = makeDatabase();
  const [here, elsewhere] = [await startHub(database), await startHub(database)];
  const { notify } = database;
  database.notify = () => Promise.reject(new Error('down'));
  here.hub.tell('replies', 'one');
  await here.hub.settled();
  database.notify = notify;
  here.hub.tell('replies', 'two');
  await here.hub.settled();
  expect(elsewhere.heard).toEqual(['two']);
});
