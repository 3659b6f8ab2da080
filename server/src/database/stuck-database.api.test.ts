import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterEach, expect, inject, test } from 'vitest';
import { makePost, makeUser } from '../../testing/makers.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { addressOf, openTestDatabase } from '../../testing/test-database.ts';
import { createLog } from '../log/log.ts';
import { DatabaseError, type Database } from './database.ts';
import { ListeningConnection } from './listening.ts';
import { openPostgres } from './postgres.ts';

let database: Database;
afterEach(() => database.close());

const insert = `INSERT INTO installation (key, value) VALUES ($1, 'x')`;
const failureOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => error,
  );

test('[SF-45] leader that became a replica: reported as unavailable, and the call may be retried', async () => {
  ({ database } = await openTestDatabase());
  const error = await failureOf(
    database.transaction(async (transaction) => {
      await transaction.rows('SET TRANSACTION READ ONLY');
      await transaction.change(insert, ['refused']);
    }),
  );
  expect(error).toBeInstanceOf(DatabaseError);
  expect((error as DatabaseError).unavailable).toBe(true);
  expect((error as DatabaseError).deadlocked).toBe(false);
});

if (inject('engine') === 'postgres') {
  test('[SF-45] call that waits for another transaction: asked to retry, leaving nothing', async () => {
    const opened = await openTestDatabase();
    database = opened.database;
    await database.change(insert, ['row']);
    const other = new pg.Client(await addressOf(database));
    await other.connect();
    await other.query('BEGIN');
    await other.query(`SELECT 1 FROM installation WHERE key = 'row' FOR UPDATE`);
    const asked = Date.now();
    const error = await failureOf(
      database.transaction((transaction) =>
        transaction.change(`UPDATE installation SET value = 'mine' WHERE key = 'row'`),
      ),
    );
    expect((error as DatabaseError).unavailable).toBe(true);
    expect(Date.now() - asked).toBeLessThan(8_000);
    await other.query('ROLLBACK');
    await other.end();
    expect(await database.rows(`SELECT value FROM installation WHERE key = 'row'`)).toEqual([{ value: 'x' }]);
  });

  test('[SF-45] stuck commits: writes are asked to retry, reads go on, and nothing is lost', async () => {
    const opened = await openTestDatabase();
    database = opened.database;
    const waiting = await openStuckCommits(await addressOf(database));
    const stuck = openPostgres(waiting.url, createLog('silent'), { commitTimeout: 300 });
    try {
      await Promise.all(Array.from({ length: 20 }, () => stuck.first('SELECT pg_sleep(0.1)')));
      const done: string[] = [];
      waiting.hold();
      const asked = Date.now();
      const writes = Array.from({ length: 30 }, (_, number) =>
        failureOf(
          stuck.transaction(async (transaction) => {
            await transaction.change(insert, [`stuck-${number}`]);
            transaction.afterCommit(() => done.push(`stuck-${number}`));
          }),
        ),
      );
      await sleep(100);
      // A free connection can still read.
      expect(await stuck.first('SELECT 1 AS one')).toEqual({ one: 1 });
      const failures = await Promise.all(writes);
      expect(Date.now() - asked).toBeLessThan(5_000);
      expect(failures.every((error) => error instanceof DatabaseError && error.unavailable)).toBe(true);
      expect(done).toEqual([]);
      expect(await stuck.first('SELECT 1 AS one')).toEqual({ one: 1 });
      waiting.release();
      await sleep(500);
      // Sent commits arrived and ran their follow-up; the others never began.
      const kept = await database.rows<{ key: string }>(
        `SELECT key FROM installation WHERE key LIKE 'stuck-%'`,
      );
      expect(kept.map(({ key }) => key).sort()).toEqual([...done].sort());
      expect(done).toHaveLength(14);
      await stuck.transaction((transaction) => transaction.change(insert, ['afterwards']));
      expect(await stuck.first(`${insert} RETURNING key`, ['alone'])).toEqual({ key: 'alone' });
    } finally {
      await stuck.close();
      await waiting.close();
    }
  });

  test('[SF-45] write of one statement: asked to retry too, keeping connections for reads', async () => {
    const opened = await openTestDatabase();
    database = opened.database;
    await database.change(insert, ['row']);
    const impatient = openPostgres(await addressOf(database), createLog('silent'), { commitTimeout: 300 });
    const other = new pg.Client(await addressOf(database));
    await other.connect();
    try {
      await other.query('BEGIN');
      await other.query(`SELECT 1 FROM installation WHERE key = 'row' FOR UPDATE`);
      const asked = Date.now();
      const writes = Array.from({ length: 30 }, () =>
        failureOf(impatient.first(`UPDATE installation SET value = 'y' WHERE key = 'row' RETURNING value`)),
      );
      await sleep(100);
      expect(await impatient.first('SELECT 1 AS one')).toEqual({ one: 1 });
      const failures = await Promise.all(writes);
      expect(Date.now() - asked).toBeLessThan(2_000);
      expect(failures.every((error) => error instanceof DatabaseError && error.unavailable)).toBe(true);
    } finally {
      await other.end();
      await impatient.close();
    }
  });

  test('[SF-45] a process that was paused itself: treats nothing as lost', async () => {
    const opened = await openTestDatabase();
    database = opened.database;
    const own = openPostgres(await addressOf(database), createLog('silent'), {
      asking: { every: 30, within: 60 },
    });
    let gaps = 0;
    try {
      await own.listen(
        'still',
        () => {},
        () => (gaps += 1),
      );
      for (let round = 0; round < 10; round += 1) {
        const work = own.rows('SELECT 1 AS one');
        const until = performance.now() + 120;
        while (performance.now() < until);
        expect(await work).toEqual([{ one: 1 }]);
      }
      expect(gaps).toBe(0);
    } finally {
      await own.close();
    }
  });

  test('[SF-45] frozen PostgreSQL: every call in progress ends with 503; later ones succeed after recovery', async () => {
    const opened = await openTestDatabase();
    database = opened.database;
    const line = await openLine(new URL(await addressOf(database)));
    const frozen = openPostgres(line.url, createLog('silent'), { asking: { every: 100, within: 300 } });
    const app = await startTestApp({ testDatabase: { database: frozen, openAnother: null }, caching: false });
    try {
      const user = await makeUser(app);
      const post = await makePost(user);
      const read = () => user.browser.send('GET', '/api/profile');
      const like = () => user.browser.call('PUT /api/posts/{id}/like', { path: { id: post } });
      expect((await read()).status).toBe(200);
      line.freeze();
      const asked = Date.now();
      const answers = await Promise.all([read(), like(), frozen.rows('SELECT 1').catch(() => 'failed')]);
      expect(Date.now() - asked).toBeLessThan(6_000);
      expect([answers[0].status, answers[1].status, answers[2]]).toEqual([503, 503, 'failed']);
      expect(await answers[0].json()).toMatchObject({ code: 'server.unavailable' });
      line.thaw();
      await expect.poll(async () => (await read()).status, { timeout: 10_000 }).toBe(200);
      expect((await like()).status).toBe(200);
    } finally {
      await app.close();
      await line.close();
    }
  }, 30_000);

  test('[SF-45] [SF-30] silently cut listening connection: reopened', async () => {
    const opened = await openTestDatabase();
    database = opened.database;
    const url = new URL(await addressOf(database));
    const line = await openLine(url);
    const heard: string[] = [];
    let gaps = 0;
    const listening = new ListeningConnection(line.url, createLog('silent'), {
      asking: { every: 100, within: 300 },
    });
    try {
      await listening.add(
        'madang_line',
        (payload) => heard.push(payload),
        () => (gaps += 1),
      );
      await database.notify('madang_line', 'before');
      await expect.poll(() => heard).toEqual(['before']);
      line.silence();
      await database.notify('madang_line', 'lost');
      await expect.poll(() => gaps, { timeout: 5_000 }).toBe(1);
      await database.notify('madang_line', 'after');
      await expect.poll(() => heard).toEqual(['before', 'after']);
    } finally {
      await listening.close();
      await line.close();
    }
  });
}

/** Opens a proxy to PostgreSQL that can go silent. */
async function openLine(to: URL) {
  const pairs = new Set<{ client: Socket; server: Socket }>();
  let frozen = false;
  const listener = createServer((client) => {
    const server = connect(Number(to.port), to.hostname);
    const pair = { client, server };
    pairs.add(pair);
    if (!frozen) client.pipe(server).pipe(client);
    for (const socket of [client, server]) socket.on('error', () => {});
    client.on('close', () => server.destroy());
  });
  await new Promise<void>((resolve) => void listener.listen(0, '127.0.0.1', resolve));
  const url = new URL(to);
  url.port = String((listener.address() as AddressInfo).port);
  const silence = () => {
    for (const { client, server } of pairs) {
      server.unpipe(client);
      client.unpipe(server);
    }
  };
  return {
    url: url.href,
    /** Open connections receive nothing. */
    silence,
    /** Neither do new ones, until it continues. */
    freeze() {
      frozen = true;
      silence();
    },
    thaw() {
      frozen = false;
    },
    async close() {
      for (const { client, server } of pairs) {
        client.destroy();
        server.destroy();
      }
      await new Promise((resolve) => listener.close(resolve));
    },
  };
}

/** Opens a proxy to PostgreSQL that holds back commits on request. */
async function openStuckCommits(address: string) {
  const to = new URL(address);
  let held = false;
  let released = () => {};
  let release = Promise.resolve();
  const sockets = new Set<Socket>();
  const listener = createServer((client) => {
    const server = connect(Number(to.port), to.hostname);
    for (const socket of [client, server]) {
      sockets.add(socket);
      socket.on('error', () => {});
    }
    server.pipe(client);
    client.on('data', (chunk: Buffer) => {
      if (held && chunk.includes('COMMIT')) void release.then(() => server.write(chunk));
      else server.write(chunk);
    });
    client.on('close', () => server.destroy());
  });
  await new Promise<void>((resolve) => void listener.listen(0, '127.0.0.1', resolve));
  const url = new URL(to);
  url.port = String((listener.address() as AddressInfo).port);
  return {
    url: url.href,
    hold() {
      held = true;
      release = new Promise((resolve) => (released = resolve));
    },
    release() {
      held = false;
      released();
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => listener.close(resolve));
    },
  };
}
