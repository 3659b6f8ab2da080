import { setTimeout as sleep } from 'node:timers/promises';
import PostalMime from 'postal-mime';
import { v7 as uuidv7 } from 'uuid';
import { afterEach, expect, test } from 'vitest';
import { makeUser, type MadeUser } from '../../testing/makers.ts';
import { startSmtp } from '../../testing/smtp.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { openMailer } from '../open.ts';
import { openSmtp, type Mailer } from './mailer.ts';
import { addMail } from './mail-queue.ts';

let testApp: TestApp;
afterEach(() => testApp.close());

async function until(condition: () => boolean, timeout = 15_000): Promise<void> {
  const end = Date.now() + timeout;
  while (!condition()) {
    if (Date.now() > end) throw new Error(`not within ${timeout} ms`);
    await sleep(10);
  }
}

/** Resolves when every mail is sent: a mail outside the outbox is never sent again. */
const mailQueueIsEmpty = async () => {
  await expect.poll(() => testApp.database.rows('SELECT id FROM outbox'), { timeout: 15_000 }).toEqual([]);
};

const askReset = (user: MadeUser) =>
  testApp.browser().call('POST /api/password-reset', { body: { email: user.email } });

test('[CA-02] [SF-10] mails: sent over SMTP, to the stored address only', async () => {
  const smtp = await startSmtp();
  testApp = await startTestApp({
    mailer: openSmtp(`smtp://127.0.0.1:${smtp.port}`, 'Madang <no-reply@madang.example>', 'madang.example'),
  });
  const user = await makeUser(testApp, { email: "o'neil+a=b@korea.ac.kr" });
  await askReset(user);
  await until(() => smtp.received.length === 1);
  expect(smtp.received[0]?.recipients).toEqual([user.email]);
  const mail = await PostalMime.parse(smtp.received[0]?.raw ?? '');
  expect(mail.subject).toBe('[마당] 비밀번호를 다시 설정해 주세요');
  expect(mail.to?.map(({ address }) => address)).toEqual([user.email]);
  expect(mail.text).toMatch(new RegExp(`${testApp.origin}/reset\\?token=[A-Za-z0-9_-]{43}`));
  await smtp.close();
});

test('[SF-27] mail server that answers "try later": gets the mail once when it accepts', async () => {
  let down = true;
  let refused = 0;
  const smtp = await startSmtp(() => {
    if (down) refused += 1;
    return down;
  });
  testApp = await startTestApp({
    mailer: openSmtp(`smtp://127.0.0.1:${smtp.port}`, 'no-reply@madang.example', 'madang.example'),
  });
  const user = await makeUser(testApp);
  expect((await askReset(user)).status).toBe(202);
  await until(() => refused > 0);
  expect(smtp.received).toHaveLength(0);
  down = false;
  await mailQueueIsEmpty();
  expect(smtp.received).toHaveLength(1);
  await smtp.close();
});

test('mails: marked as automatic', async () => {
  const smtp = await startSmtp();
  testApp = await startTestApp({
    mailer: openSmtp(`smtp://127.0.0.1:${smtp.port}`, 'no-reply@madang.example', 'madang.example'),
  });
  await askReset(await makeUser(testApp));
  await until(() => smtp.received.length === 1);
  const { headers } = await PostalMime.parse(smtp.received[0]?.raw ?? '');
  expect(headers.filter(({ key }) => key === 'auto-submitted').map(({ value }) => value)).toEqual([
    'auto-generated',
  ]);
  await smtp.close();
});

test('the greeting names the host of ORIGIN, and so does a mail’s id', async () => {
  testApp = await startTestApp();
  const smtp = await startSmtp();
  const config = { smtpUrl: `smtp://127.0.0.1:${smtp.port}`, dataFolder: 'none' };
  // The server receives lower case.
  const MAIL_FROM = '마당 <hello@madang.example>';
  for (const [origin, mailFrom, greeting, sender] of [
    ['https://madang.korea.ac.kr', null, 'madang.korea.ac.kr', 'no-reply@madang.korea.ac.kr'],
    ['https://madang.korea.ac.kr:8443', MAIL_FROM, 'madang.korea.ac.kr', 'hello@madang.example'],
    ['http://127.0.0.1:3000', MAIL_FROM, '[127.0.0.1]', 'hello@madang.example'],
    ['http://[::1]:3000', MAIL_FROM, '[ipv6:::1]', 'hello@madang.example'],
  ] as const) {
    const { mailer } = openMailer({ ...config, mailFrom }, testApp.campus, origin);
    await mailer.send({ id: 'one', accountId: 'a', to: 'kim@korea.ac.kr', subject: '제목', text: '본문' });
    mailer.close();
    const { greeting: heard, raw = '' } = smtp.received.pop() ?? {};
    const { from, messageId } = await PostalMime.parse(raw);
    expect([heard, from?.address, messageId]).toEqual([
      greeting,
      sender,
      `<one@${new URL(origin).hostname}>`,
    ]);
  }
  await smtp.close();
});

test('[SF-40] deploy: mails written by the previous version and this one are sent once', async () => {
  testApp = await startTestApp();
  const { database, mails } = testApp;
  const user = await makeUser(testApp);
  const before = mails.length;
  // Runs the same statements as the previous version.
  const insert =
    'INSERT INTO outbox (id, account_id, token_id, kind, recipient) VALUES ($1, $2, NULL, $3, $4)';
  const sentByOld: string[] = [];
  const takeAsOld = () =>
    database.first<{ id: string }>(
      `UPDATE outbox
          SET attempts = attempts + 1, next_attempt_at = now() + interval '60 seconds'
        WHERE id = (SELECT id FROM outbox WHERE next_attempt_at <= now()
                     ORDER BY next_attempt_at LIMIT 1 FOR UPDATE SKIP LOCKED)
        RETURNING id`,
    );
  const byOld = Array.from({ length: 20 }, () => uuidv7());
  for (const id of byOld) await database.change(insert, [id, user.id, 'password', user.email]);
  const sendAsOld = async () => {
    for (let row = await takeAsOld(); row; row = await takeAsOld()) {
      await sleep(5);
      sentByOld.push(row.id);
      await database.change('DELETE FROM outbox WHERE id = $1', [row.id]);
    }
  };
  const old = sendAsOld();
  await database.transaction(async (transaction) => {
    for (let count = 0; count < 20; count += 1)
      await testApp.app.mailQueue.add(transaction, {
        accountId: user.id,
        tokenId: null,
        kind: 'password',
        recipient: user.email,
      });
  });
  await old;
  await mailQueueIsEmpty();
  const sent = [...sentByOld, ...mails.slice(before).map(({ id }) => id)];
  expect(sent).toHaveLength(40);
  expect(new Set(sent).size).toBe(40);
  expect(byOld.filter((id) => !sent.includes(id))).toEqual([]);
  expect(sentByOld.length).toBeGreaterThan(0);
  expect(sentByOld.length).toBeLessThan(40);
});

test('mails: sent by lanes, resets and verifications first, in turn by recipient', async () => {
  testApp = await startTestApp();
  const { database, app } = testApp;
  const [user, other] = [await makeUser(testApp), await makeUser(testApp)];
  await app.mailQueue.close();
  const add = ({ id: accountId, email: recipient }: MadeUser, kind: string) =>
    database.transaction((transaction) =>
      addMail(transaction, { accountId, tokenId: null, kind, recipient }),
    );
  for (const kind of ['password', 'verification', 'reset'])
    for (const one of [user, user, user, other]) await add(one, kind);
  const taken: string[] = [];
  for (let mail = await app.mailQueue.take(); mail; mail = await app.mailQueue.take())
    taken.push(`${mail.kind} ${mail.recipient === user.email ? 'user' : 'other'}`);
  expect(taken).toEqual(
    ['reset', 'verification', 'password'].flatMap((kind) =>
      ['user', 'other', 'user', 'user'].map((name) => `${kind} ${name}`),
    ),
  );
});

test('waiting mails: survive the process; the next one sends them', async () => {
  const dead: Mailer = {
    send: () => Promise.reject(new Error('no mail server')),
    close() {},
  };
  testApp = await startTestApp({ mailer: dead });
  const user = await makeUser(testApp);
  await askReset(user);
  await sleep(300);
  const waiting = await testApp.database.rows<{ attempts: number; recipient: string }>(
    'SELECT attempts, recipient FROM outbox',
  );
  expect(waiting).toEqual([{ attempts: 1, recipient: user.email }]);
  const sent: string[] = [];
  const { MailQueue } = await import('./mail-queue.ts');
  const { createLog } = await import('../log/log.ts');
  const next = new MailQueue(
    testApp.database,
    {
      async send(mail) {
        sent.push(mail.to);
      },
      close() {},
    },
    async () => ({ subject: 's', text: 't' }),
    createLog('silent'),
  );
  await testApp.app.mailQueue.close();
  await testApp.database.change('UPDATE outbox SET next_attempt_at = now()');
  next.start();
  await until(() => sent.length === 1);
  await next.close();
  expect(await testApp.database.rows('SELECT id FROM outbox')).toEqual([]);
});
