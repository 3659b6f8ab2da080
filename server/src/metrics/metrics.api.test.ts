import { request } from 'node:http';
import { connect } from 'node:net';
import { afterEach, expect, inject, test } from 'vitest';
import { openReplies } from '../../testing/event-reader.ts';
import { makePost, makeReply, makeUser } from '../../testing/makers.ts';
import { readMetrics } from '../../testing/read-metrics.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { readBackups, recordAuditEntry } from '../audit.ts';
import { Metrics } from './metrics.ts';

let testApp: TestApp;
let metrics: Metrics;
afterEach(() => testApp.close());

async function start(): Promise<void> {
  metrics = new Metrics({ version: '1.2.3', edition: 'beta' });
  testApp = await startTestApp({ metrics });
}

/** Returns the current numbers, by name and labels as in the text. */
const scrape = async (from = metrics) => readMetrics(await from.render());

const answered = (numbers: Record<string, number>, route: string, status: number) =>
  numbers[`madang_http_request_duration_seconds_count{route="${route}",status="${status}"}`];

test('requests are counted by route and status, cached answers and pages with them', async () => {
  await start();
  const user = await makeUser(testApp);
  const id = await makePost(user);
  for (let time = 0; time < 2; time += 1) await testApp.browser().send('GET', '/api/campus');
  await user.browser.send('GET', `/api/posts/${id}`);
  expect((await testApp.browser().send('GET', `/api/posts/${id}`)).status).toBe(401);
  expect((await fetch(`${testApp.origin}/api/nothing`)).status).toBe(404);
  expect((await fetch(`${testApp.origin}/metrics`)).status).toBe(404);
  expect((await fetch(`${testApp.origin}/health/live`, { method: 'HEAD' })).status).toBe(200);
  const numbers = await scrape();
  expect(answered(numbers, 'GET /api/campus', 200)).toBe(2);
  expect(answered(numbers, 'GET /api/posts/{id}', 200)).toBe(1);
  expect(answered(numbers, 'GET /api/posts/{id}', 401)).toBe(1);
  expect(answered(numbers, 'POST /api/buildings/{buildingId}/posts', 201)).toBe(1);
  expect(answered(numbers, 'GET /health/live', 200)).toBe(1);
  expect(answered(numbers, 'none', 404)).toBe(2);
  const inTime =
    'madang_http_request_duration_seconds_bucket{le="+Inf",route="GET /api/campus",status="200"}';
  expect(numbers[inTime]).toBe(2);
  expect(numbers['madang_http_requests_in_progress']).toBe(0);
  expect(numbers['madang_info{version="1.2.3",edition="beta"}']).toBe(1);
  expect(numbers['nodejs_eventloop_lag_p99_seconds']).toBeGreaterThan(0);
  expect(numbers['process_resident_memory_bytes']).toBeGreaterThan(1_000_000);
});

test('cached and read answers: distinguished', async () => {
  await start();
  const user = await makeUser(testApp);
  await makePost(user);
  const counts = async () => {
    const { madang_cache_hits_total: hits = 0, madang_cache_misses_total: misses = 0 } = await scrape();
    return { hits, misses };
  };
  // Another user, because recent writes bypass the cache.
  const { browser } = await makeUser(testApp);
  const before = await counts();
  const began = performance.now();
  for (let time = 0; time < 3; time += 1) await browser.send('GET', '/api/posts/latest');
  // On a slower machine the entry expires in between.
  const after = await counts();
  expect(after.hits + after.misses).toBe(before.hits + before.misses + 3);
  expect(after.misses).toBeGreaterThan(before.misses);
  if (performance.now() - began < 900)
    expect(after).toEqual({ hits: before.hits + 2, misses: before.misses + 1 });
});

test('open streams: counted until closed; a cut request does not count as active forever', async () => {
  await start();
  const user = await makeUser(testApp);
  const id = await makePost(user);
  const stream = await openReplies(user, id);
  const open = async () => (await scrape())['madang_live_streams'];
  expect(await open()).toBe(1);
  expect(answered(await scrape(), 'GET /api/posts/{id}/replies/live', 200)).toBe(1);
  stream.cut();
  await expect.poll(open).toBe(0);

  const underWay = async () => (await scrape())['madang_http_requests_in_progress'];
  const { port } = new URL(testApp.origin);
  const socket = connect(Number(port), '127.0.0.1');
  socket.on('error', () => {});
  socket.write(
    `POST /api/session HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nContent-Type: application/json\r\nOrigin: ${testApp.origin}\r\nContent-Length: 99\r\n\r\n{`,
  );
  await expect.poll(underWay).toBe(1);
  socket.destroy();
  await expect.poll(underWay).toBe(0);
});

test('jobs, mails and the last backup: reported with the database’s values', async () => {
  await start();
  const { database } = testApp;
  await testApp.app.mailQueue.close();
  await testApp.app.jobs.close();
  await database.change('DELETE FROM jobs');
  await database.change(
    `INSERT INTO jobs (id, kind, data, due_at, given_up_at) VALUES
       (gen_random_uuid(), 'test', 'null', now() - interval '90 seconds', NULL),
       (gen_random_uuid(), 'test', 'null', now() + interval '1 hour', NULL),
       (gen_random_uuid(), 'test', 'null', NULL, now()),
       (gen_random_uuid(), 'later', 'null', now() + interval '1 hour', NULL)`,
  );
  await database.change(
    `INSERT INTO outbox (id, kind, recipient, created_at)
     VALUES (gen_random_uuid(), 'confirm', 'somebody@korea.ac.kr', now() - interval '10 minutes')`,
  );
  // Scraped before the first backup. The answer is cached for seconds, hence a separate server.
  const before = await scrape();
  for (const name of ['madang_backup_age_seconds', 'madang_backup_untried_seconds'])
    expect(before).not.toHaveProperty(name);
  for (const hours of [200, 2]) {
    await recordAuditEntry(database, { actor: 'test', action: 'backup', target: '', reason: null });
    await database.change(
      `UPDATE audit SET at = now() - $1 * interval '1 hour' WHERE at > now() - interval '1 hour'`,
      [hours],
    );
  }
  // Without any trial, the first backup counts.
  expect((await readBackups(database)).untried).toBeGreaterThan(200 * 3_600);
  await recordAuditEntry(database, { actor: 'test', action: 'backup verify', target: '', reason: null });
  await database.change(`UPDATE audit SET at = now() - interval '100 hours' WHERE action = 'backup verify'`);
  const later = new Metrics({ version: '1.2.3', edition: 'beta' });
  later.watch({
    database,
    cache: { hits: 0, misses: 0 },
    readDisk: async () => ({ free: 5, all: 10 }),
    readCertificate: () => 4_102_444_800,
    readBackups,
  });
  const numbers = await scrape(later);
  expect(numbers).toMatchObject({
    madang_certificate_end_timestamp_seconds: 4_102_444_800,
    'madang_jobs_waiting{kind="test"}': 2,
    'madang_jobs_waiting{kind="later"}': 1,
    'madang_jobs_given_up{kind="test"}': 1,
    'madang_jobs_given_up{kind="later"}': 0,
    'madang_jobs_oldest_due_seconds{kind="later"}': 0,
    madang_mails_waiting: 1,
    madang_database_up: 1,
    madang_disk_free_bytes: 5,
    madang_disk_size_bytes: 10,
  });
  const { madang_mails_oldest_seconds: mail, madang_backup_age_seconds: backup } = numbers;
  const { madang_backup_untried_seconds: untried } = numbers;
  const job = numbers['madang_jobs_oldest_due_seconds{kind="test"}'];
  for (const [seconds, least] of [
    [job, 90],
    [mail, 600],
    [backup, 7_200],
    [untried, 360_000],
  ] as const) {
    expect(seconds).toBeGreaterThanOrEqual(least);
    expect(seconds).toBeLessThan(least + 60);
  }
});

test('labels: contain no id, address or name, whatever is requested', async () => {
  await start();
  const user = await makeUser(testApp);
  const id = await makePost(user);
  await makeReply(user, id);
  const mark = 'strange-mark-4711';
  const paths = [
    `/api/posts/${id}`,
    `/api/posts/${id}/replies?after=${mark}`,
    `/api/posts/${id}/${mark}`,
    `/post/${id}`,
    `/images/${id}`,
    `/${mark}`,
    `/api/search?q=${mark}`,
    `/${encodeURIComponent(user.nickname)}`,
    `/api/${user.email}`,
  ];
  for (const path of paths)
    for (const method of ['GET', 'HEAD', 'POST', 'DELETE', 'OPTIONS'])
      await fetch(testApp.origin + path, {
        method,
        headers: { Cookie: user.browser.cookie, Origin: testApp.origin },
      }).then((response) => response.arrayBuffer());
  await new Promise<void>((resolve) => {
    const asked = request(`${testApp.origin}/${mark}`, { method: 'PROPFIND' }, (response) => {
      response.resume().on('end', resolve);
    });
    asked.end();
  });
  const text = await metrics.render();
  expect(text).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}/);
  for (const trace of [mark, user.email, user.nickname, '127.0.0.1', '@', user.browser.cookie.slice(7)])
    expect(text).not.toContain(trace);
  const routes = new Set([...text.matchAll(/route="([^"]*)"/g)].map(([, route]) => route ?? ''));
  const known = new Set([...testApp.app.router.routes.names, 'page', 'none']);
  expect([...routes].filter((route) => !known.has(route))).toEqual([]);
  expect(routes.size).toBeGreaterThan(3);
  const labels = new Set([...text.matchAll(/[{,](\w+)="/g)].map(([, label]) => label ?? ''));
  const bounded = [
    'edition',
    'kind',
    'le',
    'major',
    'minor',
    'patch',
    'route',
    'space',
    'status',
    'type',
    'version',
  ];
  expect([...labels].filter((label) => !bounded.includes(label))).toEqual([]);
});

// Absent, not skipped, on the embedded engine: it has no pool and ends with its server.
if (inject('engine') === 'postgres') {
  test('pool connections: counted as busy, free, and waiting', async () => {
    await start();
    const pool = async () => {
      const { madang_database_connections_in_use: inUse, madang_database_connections_waiting: waiting } =
        await scrape();
      return { inUse, waiting };
    };
    // Database numbers are now cached for seconds, so they need no connection.
    expect(await pool()).toMatchObject({ waiting: 0 });
    const { promise, release } = holding();
    // Calls that wait too long on a slow machine are rejected.
    const held = Array.from({ length: 25 }, () =>
      testApp.database.transaction(() => promise).catch(() => {}),
    );
    // The rest of the twenty are reserved for reads.
    await expect.poll(pool).toMatchObject({ inUse: 14 });
    expect((await pool()).waiting).toBeGreaterThanOrEqual(5);
    release();
    await Promise.all(held);
    await expect.poll(pool).toEqual({ inUse: 0, waiting: 0 });
  });
}

function holding(): { promise: Promise<void>; release: () => void } {
  let release = () => {};
  const promise = new Promise<void>((resolve) => (release = resolve));
  return { promise, release };
}
