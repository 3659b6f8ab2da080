import { v7 as uuidv7 } from 'uuid';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { EventReader } from '../../../testing/event-reader.ts';
import { HeldDatabase } from '../../../testing/held-database.ts';
import { makePost, makeUser } from '../../../testing/makers.ts';
import { Connection, patiently, streamOver } from '../../../testing/stream-connection.ts';
import { startTestApp } from '../../../testing/test-app.ts';
import type { EventStream } from '../../live/event-stream.ts';
import { Hub } from '../../live/hub.ts';
import { createLog } from '../../log/log.ts';
import { insertReply } from './reply-rows.ts';
import { announceVisibility, ReplyStreams } from './streams.ts';

/* Covers the time between reading a post and registering its reader. Each test stops one query where the race needs
   it. The sweep's clock is stopped unless a test moves it, so repairs do not hide errors. */

const LOOK = /AS hidden_replies/;
const READ = /replies\.number > \$2/;
const SWEEP_EVERY = 5_000;

let held: HeldDatabase;
let hub: Hub;
let streams: ReplyStreams;
let postId: string;
const testApp = await startTestApp();
const user = await makeUser(testApp);
beforeEach(async () => {
  postId = await makePost(user);
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  held = new HeldDatabase(testApp.database);
  hub = new Hub(testApp.database, createLog('silent'));
  streams = new ReplyStreams(held.database, hub, createLog('silent'), async () => undefined);
});
afterEach(async () => {
  streams.close();
  vi.useRealTimers();
  await hub.settled();
});

function join(after: number | null, connection = new Connection()) {
  const joined = streams.join(postId, after, () => streamOver(connection));
  return { connection, joined };
}

async function joinNow(after: number | null): Promise<Connection> {
  const { connection, joined } = join(after);
  await joined;
  return connection;
}

/** Commits a reply without notifying any process. */
const writeUnheard = () =>
  insertReply(testApp.database, { id: uuidv7(), postId, authorId: user.id, body: '댓글' });

const write = () => writeUnheard().then(() => streams.announce(postId));

const hidePost = () => testApp.database.change('UPDATE posts SET hidden_at = now() WHERE id = $1', [postId]);

test('[CA-06] a reply written between the look and the registration comes once, to the first reader', async () => {
  const look = held.hold(LOOK, 'after');
  const { connection, joined } = join(null);
  await look.stopped;
  await write();
  look.release();
  await joined;
  expect(await connection.first(1)).toEqual(['reply 1']);
  await write();
  expect(await connection.first(2)).toEqual(['reply 1', 'reply 2']);
});

test('[CA-06] joining others: also gets replies that those receive meanwhile', async () => {
  const early = await joinNow(null);
  const look = held.hold(LOOK, 'after');
  const { connection, joined } = join(0);
  await look.stopped;
  await write();
  expect(await early.first(1)).toEqual(['reply 1']);
  look.release();
  await joined;
  expect(await connection.first(1)).toEqual(['reply 1']);
  await write();
  for (const one of [early, connection]) expect(await one.first(2)).toEqual(['reply 1', 'reply 2']);
});

test('newer read: updates every reader to its number; new readers begin after it', async () => {
  const early = await joinNow(null);
  await writeUnheard();
  const [fresh, resumed] = [await joinNow(null), await joinNow(0)];
  for (const one of [early, resumed]) expect(await one.first(1)).toEqual(['reply 1']);
  await write();
  for (const one of [early, resumed]) expect(await one.first(2)).toEqual(['reply 1', 'reply 2']);
  expect(await fresh.first(1)).toEqual(['reply 2']);
});

test.for(['before', 'after'] as const)(
  '[CA-06] replies during a catch-up, %s its query: follow it in order and once',
  async (where) => {
    for (let number = 1; number <= 3; number += 1) await writeUnheard();
    const early = await joinNow(null);
    const read = held.hold(READ, where);
    const behind = await joinNow(1);
    await read.stopped;
    await write();
    expect(await early.first(1)).toEqual(['reply 4']);
    expect(behind.events).toEqual([]);
    read.release();
    expect(await behind.first(3)).toEqual(['reply 2', 'reply 3', 'reply 4']);
    await write();
    expect(await behind.first(4)).toEqual(['reply 2', 'reply 3', 'reply 4', 'reply 5']);
  },
);

/** Commits this number of replies at once. */
async function writeMany(count: number, body = '댓글'): Promise<void> {
  await testApp.database.change(
    `INSERT INTO replies (id, post_id, number, author_id, body)
     SELECT gen_random_uuid(), $1, number, $2, $3 FROM generate_series(1, $4::int) AS number`,
    [postId, user.id, body, count],
  );
  await testApp.database.change('UPDATE posts SET last_reply_number = $2, reply_count = $2 WHERE id = $1', [
    postId,
    count,
  ]);
}

const repliesFrom = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, index) => `reply ${first + index}`);

test('[CA-06] reader far behind: receives a reset, and continues from there', async () => {
  await writeMany(600);
  await joinNow(null);
  const [far, near] = [await joinNow(99), await joinNow(100)];
  expect(await far.first(1)).toEqual(['reset 600']);
  expect(await near.first(500)).toEqual(repliesFrom(101, 600));
  await write();
  expect(await far.first(2)).toEqual(['reset 600', 'reply 601']);
  expect(await near.first(501)).toEqual(repliesFrom(101, 601));
});

test('[CA-06] slow reader: catches up in parts, each after the one before, and misses nothing', async () => {
  await writeMany(200);
  const early = await joinNow(null);
  const slow = Object.assign(new Connection(), { slow: true });
  await join(20, slow).joined;
  expect(await slow.first(50)).toEqual(repliesFrom(21, 70));
  for (let number = 201; number <= 203; number += 1) await write();
  expect(await early.first(3)).toEqual(repliesFrom(201, 203));
  // Nothing more is read or sent for it meanwhile.
  expect(slow.events).toHaveLength(50);
  for (const last of [120, 170, 203]) {
    slow.drain();
    expect(await slow.first(last - 20)).toEqual(repliesFrom(21, last));
  }
  slow.drain();
  await write();
  expect(await early.first(4)).toEqual(repliesFrom(201, 204));
  expect(await slow.first(184)).toEqual(repliesFrom(21, 204));
});

test('[CA-06] slow reader too far behind during catch-up: is reset; a disconnected one reads no more', async () => {
  await writeMany(500);
  await joinNow(null);
  const [slow, gone] = [new Connection(), new Connection()].map((one) => Object.assign(one, { slow: true }));
  for (const one of [slow, gone]) if (one) await join(0, one).joined;
  expect(await slow?.first(50)).toEqual(repliesFrom(1, 50));
  expect(await gone?.first(50)).toEqual(repliesFrom(1, 50));
  await testApp.database.change('UPDATE posts SET last_reply_number = 600 WHERE id = $1', [postId]);
  await write();
  const early = await joinNow(600);
  expect(await early.first(1)).toEqual(['reply 601']);
  const { asked } = held;
  gone?.end();
  slow?.drain();
  expect(await slow?.first(51)).toEqual([...repliesFrom(1, 50), 'reset 601']);
  expect(held.asked).toBe(asked);
  expect(gone?.events).toHaveLength(50);
});

test('[CA-06] five hundred of the longest replies reach a reader that resumes', async () => {
  await writeMany(500, '가'.repeat(2_000));
  const address = `${testApp.origin}/api/posts/${postId}/replies/live`;
  const open = (last?: number) => EventReader.open(address, user.browser.cookie, last);
  const early = await open();
  const resumed = await open(0);
  await resumed.until(() => resumed.closed || resumed.replies.length === 500);
  expect([resumed.closed, resumed.replies.map(({ number }) => number)]).toEqual([
    false,
    Array.from({ length: 500 }, (_, index) => index + 1),
  ]);
  early.cut();
  resumed.cut();
});

test('[CA-06] two concurrent joins: each gets every reply once, whichever read is newer', async () => {
  const [older, newer] = [held.hold(LOOK, 'after'), held.hold(LOOK, 'after')];
  const first = join(0);
  await older.stopped;
  await write();
  const second = join(0);
  await newer.stopped;
  await write();
  newer.release();
  await second.joined;
  older.release();
  await first.joined;
  for (const { connection } of [first, second])
    expect(await connection.first(2)).toEqual(['reply 1', 'reply 2']);
  await write();
  for (const { connection } of [first, second])
    expect(await connection.first(3)).toEqual(['reply 1', 'reply 2', 'reply 3']);
});

test('reader that disconnects before the stream opens: keeps the post for joining readers', async () => {
  const [look, later] = [held.hold(LOOK, 'after'), held.hold(LOOK, 'after')];
  const gone = streams.join(postId, null, () => {
    throw new Error('the connection is gone');
  });
  await look.stopped;
  const { connection, joined } = join(null);
  await later.stopped;
  look.release();
  await expect(gone).rejects.toThrow('the connection is gone');
  later.release();
  await joined;
  await write();
  expect(await connection.first(1)).toEqual(['reply 1']);
});

test('[SF-16] post hidden while a reader joins: the sweep closes the stream, and forgets the post', async () => {
  const look = held.hold(LOOK, 'after');
  const { connection, joined } = join(null);
  await look.stopped;
  await hidePost();
  announceVisibility(hub, postId);
  look.release();
  await joined;
  vi.advanceTimersByTime(SWEEP_EVERY);
  expect(await connection.isEnded()).toBe(true);
  const { asked } = held;
  vi.advanceTimersByTime(SWEEP_EVERY);
  expect(held.asked).toBe(asked);
});

test('post hidden before the read: opens no stream', async () => {
  await hidePost();
  const open = vi.fn<() => EventStream>();
  expect(await streams.join(postId, null, open)).toBeNull();
  expect(open).not.toHaveBeenCalled();
});

test('stream that ends during its catch-up: gets nothing more, and its post is released', async () => {
  await writeUnheard();
  const read = held.hold(READ, 'after');
  const connection = await joinNow(0);
  await read.stopped;
  connection.end();
  read.release();
  await write();
  const { asked } = held;
  vi.advanceTimersByTime(SWEEP_EVERY);
  expect(held.asked).toBe(asked);
  // The next reader starts over.
  expect(await (await joinNow(0)).first(2)).toEqual(['reply 1', 'reply 2']);
  expect(connection.events).toEqual([]);
});

test('[CA-06] failing catch-up: ends its stream for a resume; others continue', async () => {
  await writeUnheard();
  const early = await joinNow(null);
  held.fail(READ);
  const behind = await joinNow(0);
  expect(await behind.isEnded()).toBe(true);
  expect(behind.events).toEqual([]);
  await write();
  expect(await early.first(1)).toEqual(['reply 2']);
});

test('[CA-06] sweep: finds replies after lost signals or failed reads', async () => {
  const connection = await joinNow(null);
  await writeUnheard();
  vi.advanceTimersByTime(SWEEP_EVERY);
  expect(await connection.first(1)).toEqual(['reply 1']);
  held.fail(READ);
  const { asked } = held;
  await write();
  await patiently(() => held.asked > asked);
  expect(held.asked).toBe(asked + 1);
  vi.advanceTimersByTime(SWEEP_EVERY);
  expect(await connection.first(2)).toEqual(['reply 1', 'reply 2']);
});
