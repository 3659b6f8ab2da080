import { join as joinPath } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { openSmtp } from '../src/mail/mailer.ts';
import { serverFolder } from '../src/lib/folders.ts';
import { makeUser, type MadeUser, userAt } from '../testing/makers.ts';
import { makeStaff } from '../testing/moderation.ts';
import { BuiltServer } from '../testing/outside/built-server.ts';
import { startSmtp } from '../testing/smtp.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';
import { addressOf } from '../testing/test-database.ts';
import { answerOf, join, makeTicket, setOffice, step } from '../testing/tickets.ts';

const PROCESS = ['--import', 'tsx', joinPath(serverFolder(), 'testing', 'office-process.ts')];
const TICKETS = 12;

// The embedded engine allows one process.
describe.runIf(inject('engine') === 'postgres')('the ledger of tickets', () => {
  let testApp: TestApp;
  let second: TestApp;
  let doomed: BuiltServer;
  let smtp: Awaited<ReturnType<typeof startSmtp>>;
  /** Mail server of the process that is killed. */
  let beside: Awaited<ReturnType<typeof startSmtp>>;
  let down = true;
  beforeAll(async () => {
    [smtp, beside] = [await startSmtp(() => down), await startSmtp()];
    const mailer = openSmtp(`smtp://127.0.0.1:${smtp.port}`, 'madang@example.com', 'localhost');
    testApp = await startTestApp({ edition: 'official', floods: false, mailer });
    second = await testApp.another();
    const settings = {
      DATABASE_URL: await addressOf(testApp.database),
      SMTP_URL: `smtp://127.0.0.1:${beside.port}`,
    };
    doomed = new BuiltServer(settings, { parameters: PROCESS });
  });
  afterAll(async () => {
    await doomed.stop('SIGKILL');
    await testApp.close();
    for (const one of [smtp, beside]) await one.close();
  });

  /** Returns the same student on the other process. */
  const onSecond = (user: MadeUser) => userAt(second, user);

  const count = async (sql: string) =>
    (await testApp.database.first<{ count: number }>(`SELECT count(*)::int AS count FROM ${sql}`))?.count;
  /** Retries as a phone does: under load the server responds to try again. */
  async function untilTaken(call: () => Promise<string>): Promise<string> {
    let outcome = await call();
    while (outcome === 'server.unavailable') outcome = await call();
    return outcome;
  }
  /** Returns the ids of each mail about a ticket, by ticket number. */
  function mailsByNumber(received = smtp.received): Map<string, string[]> {
    const mails = new Map<string, string[]>();
    for (const { raw } of received) {
      const [, id = ''] = /^message-id: (\S+)/im.exec(raw) ?? [];
      const text = Buffer.from(raw.split('\r\n\r\n')[1] ?? '', 'base64').toString();
      const [, number = ''] = /^(\d+)번 · /m.exec(text) ?? [];
      mails.set(number, [...(mails.get(number) ?? []), id]);
    }
    return mails;
  }

  test('[TK-02] [TK-04] reports, joins and steps under failures of mail and process: notified once, mailed once', async () => {
    const operator = await makeStaff(testApp);
    const students = await Promise.all(Array.from({ length: 4 }, () => makeUser(testApp)));
    await setOffice(operator, 'all', { email: 'office@example.com' });
    const both = students.flatMap((student) => [student, onSecond(student)]);
    const pick = (index: number) => both[index % both.length] ?? operator;
    const ids = await Promise.all(
      Array.from({ length: TICKETS }, (_, index) => makeTicket(pick(index), { spot: `${index}호` })),
    );
    // Every student joins every ticket on both processes, while operators move them on both, twice.
    await Promise.all(
      both.map(async (student) => {
        for (const id of ids) expect(await untilTaken(() => join(student, id))).toBe('joined');
      }),
    );
    const operators = [operator, onSecond(operator)];
    const steps = ids.flatMap((id) => (['seen', 'repairing'] as const).map((to) => [id, to] as const));
    await Promise.all(
      operators.map(async (one) => {
        for (const [id, to] of steps)
          expect(['moved', 'ticket.step']).toContain(await untilTaken(() => step(one, id, to)));
      }),
    );
    expect(await count('ticket_joins')).toBe(TICKETS * students.length);
    expect(await count(`tickets WHERE step <> 'repairing'`)).toBe(0);
    expect(
      await count('(SELECT FROM ticket_steps GROUP BY ticket_id, step HAVING count(*) > 1) AS twice'),
    ).toBe(0);
    expect(await count(`inbox_lines WHERE kind = 'ticket' AND read_at IS NULL`)).toBe(
      TICKETS * students.length,
    );

    // The mail server is down for both. A third process uses another one and is killed after its first mail.
    expect(smtp.received).toEqual([]);
    expect(await count('outbox WHERE office_id IS NOT NULL')).toBe(TICKETS);
    await doomed.start();
    const letTry = () => testApp.database.change('UPDATE outbox SET next_attempt_at = now(), attempts = 0');
    const takes = async () => (await letTry(), doomed.output.includes('begun'));
    await expect.poll(takes, { timeout: 30_000, interval: 500 }).toBe(true);
    await doomed.stop('SIGKILL');
    down = false;
    const leaves = async () => (await letTry(), count('outbox WHERE office_id IS NOT NULL'));
    await expect.poll(leaves, { timeout: 30_000, interval: 1_000 }).toBe(0);
    const mails = mailsByNumber();
    expect(mails.size).toBe(TICKETS);
    for (const [number, copies] of mails) expect([number, new Set(copies).size]).toEqual([number, 1]);
    // The killed process's mail was sent again with the same id, so mail programs detect the copy.
    const [lost] = [...mailsByNumber(beside.received)];
    expect(lost && mails.get(lost[0])).toEqual(lost?.[1]);
    expect(await count('tickets WHERE known_at IS NULL')).toBe(0);
  });

  test('[TK-02] [TK-04] askers: asked once; concurrent answers on two processes make two reopen a ticket, once', async () => {
    await testApp.database.change(`UPDATE tickets SET step = 'fixed', step_at = now() - interval '3 days'`);
    await testApp.database.change('DELETE FROM inbox_lines');
    await testApp.database.change(`UPDATE jobs SET due_at = now() WHERE kind = 'askIfFixed'`);
    for (const { app } of [testApp, second]) app.jobs.wake();
    await expect.poll(() => count('tickets WHERE asked_at IS NULL'), { timeout: 10_000 }).toBe(0);
    expect(await count(`inbox_lines WHERE kind = 'ticket' AND said = 'asked'`)).toBe(TICKETS * 4);
    const ids = (await testApp.database.rows<{ id: string }>('SELECT post_id AS id FROM tickets')).map(
      ({ id }) => id,
    );
    const waiting = await testApp.database.rows<{ id: string }>(
      'SELECT DISTINCT user_id AS id FROM ticket_joins',
    );
    const both = await Promise.all(
      waiting.map(async ({ id }, index) => {
        const browser = (index % 2 ? testApp : second).browser();
        browser.cookie = `madang=${await testApp.app.sessions.begin(testApp.database, id)}`;
        return { id, email: '', nickname: '', browser } satisfies MadeUser;
      }),
    );
    const before = smtp.received.length;
    const answers = await Promise.all(
      both.map(async (one) => {
        const said: string[] = [];
        for (const id of ids) said.push(await untilTaken(() => answerOf(one, id, false)));
        return said;
      }),
    );
    expect(answers.flat().filter((one) => one === 'no')).toHaveLength(TICKETS);
    expect(await count(`tickets WHERE step <> 'received'`)).toBe(0);
    expect(await count(`ticket_steps WHERE done_by = 'students'`)).toBe(TICKETS);
    await expect.poll(() => smtp.received.length - before, { timeout: 10_000 }).toBe(TICKETS);
    // The mail is deleted a moment after the mail server accepted it.
    await expect.poll(() => count('outbox WHERE office_id IS NOT NULL')).toBe(0);
  });
});
