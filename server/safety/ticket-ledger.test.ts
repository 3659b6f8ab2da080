import { randomUUID } from 'node:crypto';
import { join as joinPath } from 'node:path';
import { loadCampus } from '@madang/campus/load-campus';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { upsertBoards } from '../src/features/campus/index.ts';
import { migrate } from '../src/platform/database/migrate.ts';
import { openPostgres } from '../src/platform/database/postgres.ts';
import { createLog } from '../src/platform/log/log.ts';
import { openSmtp } from '../src/platform/mail/mailer.ts';
import { serverFolder } from '../src/platform/server-folder.ts';
import { campusFolder } from '../testing/folders.ts';
import { makeUser, type MadeUser } from '../testing/makers.ts';
import { giveRole } from '../testing/moderation.ts';
import { BuiltServer } from '../testing/outside/built-server.ts';
import { startCluster, type Cluster } from '../testing/postgres-cluster.ts';
import { startSmtp } from '../testing/smtp.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';
import { answerOf, join, makeTicket, setOffice, step } from '../testing/tickets.ts';

const PROCESS = ['--import', 'tsx', joinPath(serverFolder(), 'testing', 'office-process.ts')];
const TICKETS = 12;

let cluster: Cluster;
let url: string;
let testApp: TestApp;
let second: TestApp;
let doomed: BuiltServer;
let smtp: Awaited<ReturnType<typeof startSmtp>>;
let down = true;
beforeAll(async () => {
  cluster = await startCluster();
  const name = `madang_${randomUUID().replaceAll('-', '')}`;
  await cluster.createDatabase(name);
  url = cluster.urlOf(name);
  const open = () => openPostgres(url, createLog('silent'));
  const database = open();
  await migrate(database);
  await upsertBoards(database, (await loadCampus(campusFolder)).boards);
  smtp = await startSmtp(() => down);
  const mailer = openSmtp(`smtp://127.0.0.1:${smtp.port}`, 'madang@example.com', 'localhost');
  const testDatabase = { database, openAnother: open };
  testApp = await startTestApp({ edition: 'official', floods: false, testDatabase, mailer });
  second = await testApp.another();
  doomed = new BuiltServer(
    { DATABASE_URL: url, SMTP_URL: `smtp://127.0.0.1:${smtp.port}` },
    { parameters: PROCESS },
  );
});
afterAll(async () => {
  await doomed.stop('SIGKILL');
  await testApp.close();
  await smtp.close();
  await cluster.stop();
});

/** The same student on the other process. */
function onSecond(user: MadeUser): MadeUser {
  const browser = second.browser();
  browser.cookie = user.browser.cookie;
  return { ...user, browser };
}

const count = async (sql: string) =>
  (await testApp.database.first<{ count: number }>(`SELECT count(*)::int AS count FROM ${sql}`))?.count;
/** How often each mail about a ticket came, by its number, with the ids that it came under. */
function mailsByNumber(): Map<string, string[]> {
  const mails = new Map<string, string[]>();
  for (const { raw } of smtp.received) {
    const [, id = ''] = /^message-id: (\S+)/im.exec(raw) ?? [];
    const text = Buffer.from(raw.split('\r\n\r\n')[1] ?? '', 'base64').toString();
    const [, number = ''] = /^(\d+)번 · /m.exec(text) ?? [];
    mails.set(number, [...(mails.get(number) ?? []), id]);
  }
  return mails;
}

test('[TK-02] [TK-04] reports, joins and steps at once over two processes, the mail server down, a process killed: each is told once, mailed once', async () => {
  const operator = await makeUser(testApp);
  await giveRole(testApp, operator);
  const students = await Promise.all(Array.from({ length: 4 }, () => makeUser(testApp)));
  await setOffice(operator, 'all', { email: 'office@example.com' });
  const both = students.flatMap((student) => [student, onSecond(student)]);
  const pick = (index: number) => both[index % both.length] ?? operator;
  const ids = await Promise.all(
    Array.from({ length: TICKETS }, (_, index) => makeTicket(pick(index), { spot: `${index}호` })),
  );
  // Everybody joins everything on both, while operators move it on both, twice.
  await Promise.all(ids.flatMap((id) => both.map((student) => join(student, id))));
  const operators = [operator, onSecond(operator)];
  const moved = await Promise.all(
    ids.flatMap((id) => operators.flatMap((one) => [step(one, id, 'seen'), step(one, id, 'repairing')])),
  );
  expect(moved.filter((outcome) => outcome !== 'moved' && outcome !== 'ticket.step')).toEqual([]);
  expect(await count('ticket_joins')).toBe(TICKETS * students.length);
  expect(await count(`tickets WHERE step <> 'repairing'`)).toBe(0);
  expect(await count('(SELECT FROM ticket_steps GROUP BY ticket_id, step HAVING count(*) > 1) AS twice')).toBe(0);
  expect(await count(`inbox_lines WHERE kind = 'ticket' AND read_at IS NULL`)).toBe(TICKETS * students.length);

  // The mail server is down for all of them; then it takes one mail of a process that is killed before it notes that.
  expect(smtp.received).toEqual([]);
  expect(await count('outbox WHERE office_id IS NOT NULL')).toBe(TICKETS);
  await testApp.database.change(`UPDATE outbox SET next_attempt_at = now() + interval '1 hour'`);
  down = false;
  await doomed.start();
  await testApp.database.change(
    'UPDATE outbox SET next_attempt_at = now() WHERE id = (SELECT id FROM outbox ORDER BY id LIMIT 1)',
  );
  await expect.poll(() => smtp.received.length, { timeout: 10_000 }).toBe(1);
  await doomed.stop('SIGKILL');
  await testApp.database.change('UPDATE outbox SET next_attempt_at = now()');
  await expect.poll(() => count('outbox WHERE office_id IS NOT NULL'), { timeout: 20_000 }).toBe(0);
  const mails = mailsByNumber();
  expect(mails.size).toBe(TICKETS);
  // One id each; a mail program tells a second copy by it.
  for (const [number, copies] of mails) expect([number, new Set(copies).size]).toEqual([number, 1]);
  expect(smtp.received.length).toBeLessThanOrEqual(TICKETS + 1);
  expect(await count('tickets WHERE known_at IS NULL')).toBe(0);
});

test('[TK-02] [TK-04] all are asked once, and of answers at once over two processes two open a ticket again, once', async () => {
  const [operator = ''] = (await testApp.database.rows<{ id: string }>('SELECT user_id AS id FROM roles')).map(
    ({ id }) => id,
  );
  expect(operator).not.toBe('');
  await testApp.database.change(
    `UPDATE tickets SET step = 'fixed', step_at = now() - interval '3 days'`,
  );
  await testApp.database.change('DELETE FROM inbox_lines');
  await testApp.database.change(`UPDATE jobs SET due_at = now() WHERE kind = 'askIfFixed'`);
  for (const { app } of [testApp, second]) app.jobs.wake();
  await expect.poll(() => count('tickets WHERE asked_at IS NULL'), { timeout: 10_000 }).toBe(0);
  expect(await count(`inbox_lines WHERE kind = 'ticket' AND said = 'asked'`)).toBe(TICKETS * 4);
  const ids = (await testApp.database.rows<{ id: string }>('SELECT post_id AS id FROM tickets')).map(({ id }) => id);
  const waiting = await testApp.database.rows<{ id: string }>('SELECT DISTINCT user_id AS id FROM ticket_joins');
  const both = await Promise.all(
    waiting.map(async ({ id }, index) => {
      const browser = (index % 2 ? testApp : second).browser();
      browser.cookie = `madang=${await testApp.app.sessions.begin(testApp.database, id)}`;
      return { id, email: '', nickname: '', browser } satisfies MadeUser;
    }),
  );
  const before = smtp.received.length;
  const answers = await Promise.all(ids.flatMap((id) => both.map((one) => answerOf(one, id, false))));
  expect(answers.filter((one) => one === 'no')).toHaveLength(TICKETS);
  expect(await count(`tickets WHERE step <> 'received'`)).toBe(0);
  expect(await count(`ticket_steps WHERE done_by = 'students'`)).toBe(TICKETS);
  await expect.poll(() => smtp.received.length - before, { timeout: 10_000 }).toBe(TICKETS);
  expect(await count('outbox WHERE office_id IS NOT NULL')).toBe(0);
});
