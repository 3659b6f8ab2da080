import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { campusClock } from '@madang/contract/places/open-hours';
import { beforeEach, expect, test } from 'vitest';
import { linesOf } from '../../../testing/inbox.ts';
import { makeUser } from '../../../testing/makers.ts';
import { makeStaff } from '../../../testing/moderation.ts';
import { operate } from '../../../testing/operate.ts';
import { startTestApp } from '../../../testing/test-app.ts';
import { makeTicket, readTicket, runJob, setOffice, step, tokensOf } from '../../../testing/tickets.ts';
import type { Mail } from '../../mail/mailer.ts';
import { listAuditEntries } from '../../audit.ts';

/** Answers of the mail server. */
let server: 'takes' | 'refuses' | 'is down' = 'takes';
const sent: Mail[] = [];
const testApp = await startTestApp({
  edition: 'official',
  floods: false,
  mailer: {
    async send(mail) {
      if (server === 'refuses')
        throw Object.assign(new Error('no such user'), { code: 'EENVELOPE', responseCode: 550 });
      if (server === 'is down') throw Object.assign(new Error('refused'), { code: 'ECONNECTION' });
      sent.push(mail);
    },
    close() {},
  },
});
const operator = await makeStaff(testApp);
const student = await makeUser(testApp);
beforeEach(async () => {
  server = 'takes';
  await testApp.database.change('DELETE FROM offices');
  await testApp.database.change('DELETE FROM tickets');
  sent.length = 0;
});

/** Returns the current hour on the campus. */
const campusHour = () => new Date(campusClock(Date.now(), testApp.campus.settings.timeZone)).getUTCHours();
const mailsTo = (address: string) => sent.filter(({ to }) => to === address);
/** Returns the only mail to an address, once it arrived. */
async function mailTo(address: string): Promise<Mail> {
  await expect.poll(() => mailsTo(address).length, { timeout: 20_000 }).toBeGreaterThan(0);
  const [mail] = mailsTo(address);
  if (!mail) throw new Error('no mail');
  return mail;
}
const offices = async () => (await operator.browser.call('GET /api/operate/tickets', {})).body.offices;
/** Resolves when every mail is sent: a mail outside the outbox is never sent. */
const mailQueueIsEmpty = async () => {
  await expect.poll(() => testApp.database.rows('SELECT id FROM outbox'), { timeout: 20_000 }).toEqual([]);
};
const retry = async () => {
  await testApp.database.change('UPDATE outbox SET next_attempt_at = now()');
};
test('[TK-04] an office: is mailed each ticket once, with its number and text, without names', async () => {
  await setOffice(operator, 'all', { email: 'all@example.com' });
  await setOffice(operator, 'main-hall', { name: '본관 관리실', email: 'main@example.com' });
  const id = await makeTicket(student, { text: '화면이\n안 나와요' });
  const mail = await mailTo('main@example.com');
  const { ticket } = await readTicket(student, id);
  expect(mail.subject).toMatch(new RegExp(`^\\[.+\\] 고장 신고 ${ticket.number}번: 본관 3층 302호$`));
  for (const words of [
    '기기 ·',
    '> 화면이\n> 안 나와요',
    '기다리는 학생 1명',
    '/office?token=',
    '답장은 아무도 읽지 않으니',
  ])
    expect(mail.text).toContain(words);
  expect(mail.text).not.toContain(student.nickname);
  // Stored after the mail server accepted the mail.
  await expect
    .poll(async () => (await readTicket(student, id)).office)
    .toEqual({ name: '본관 관리실', knowsAt: expect.any(String) as string, channel: null });
  await makeTicket(student, { buildingId: 'central-library' });
  await mailTo('all@example.com');
  await runJob(testApp, 'mailLists');
  await mailQueueIsEmpty();
  expect(sent.map(({ to }) => to).toSorted()).toEqual(['all@example.com', 'main@example.com']);
});

test('[TK-04] with a list: gets one at its hour with its unsent tickets, and none without', async () => {
  await setOffice(operator, 'all', { email: 'list@example.com', dailyHour: String(campusHour()) });
  const ids = [await makeTicket(student), await makeTicket(student, { buildingId: 'central-library' })];
  await runJob(testApp, 'mailLists');
  await mailQueueIsEmpty();
  // The office was created during today's hour, so that hour is over.
  expect(sent).toEqual([]);
  await testApp.database.change(`UPDATE offices SET listed_on = listed_on - 1`);
  await runJob(testApp, 'mailLists');
  const mail = await mailTo('list@example.com');
  expect(mail.subject).toContain('고장 신고 2건');
  expect(tokensOf(mail)).toHaveLength(2);
  await expect.poll(async () => (await readTicket(student, ids[0] ?? '')).office?.knowsAt).toBeTruthy();
  await makeTicket(student);
  await runJob(testApp, 'mailLists');
  await mailQueueIsEmpty();
  expect(sent).toHaveLength(1);
  await testApp.database.change(`UPDATE offices SET listed_on = listed_on - 1`);
  await runJob(testApp, 'mailLists');
  await expect.poll(() => mailsTo('list@example.com').length).toBe(2);
  expect(tokensOf(sent[1] ?? { text: '' })).toHaveLength(1);
  await testApp.database.change(`UPDATE offices SET listed_on = listed_on - 1`);
  await runJob(testApp, 'mailLists');
  await mailQueueIsEmpty();
  expect(sent).toHaveLength(2);
});

test('[TK-04] with a refused address: shown to operators, until a mail succeeds', async () => {
  server = 'refuses';
  await setOffice(operator, 'all', { email: 'wrong@example.com' });
  const id = await makeTicket(student);
  await expect.poll(async () => (await offices())[0]?.refusedAt).toBeTruthy();
  expect((await readTicket(student, id)).office?.knowsAt).toBeNull();
  server = 'takes';
  expect(await setOffice(operator, 'all', { email: 'right@example.com' })).toBe('set');
  expect((await offices())[0]).toMatchObject({ email: 'right@example.com', refusedAt: null });
  await retry();
  await mailTo('right@example.com');
  expect(sent).toHaveLength(1);
});

test('[TK-04] an office: is mailed once despite a mail server outage, and missed tickets later', async () => {
  server = 'is down';
  await setOffice(operator, 'all', { email: 'down@example.com' });
  const id = await makeTicket(student);
  await expect
    .poll(() => testApp.database.first('SELECT FROM outbox WHERE attempts > 0 AND office_id IS NOT NULL'))
    .toBeDefined();
  expect((await offices())[0]?.refusedAt).toBeNull();
  server = 'takes';
  await retry();
  await mailTo('down@example.com');
  await expect.poll(async () => (await readTicket(student, id)).office?.knowsAt).toBeTruthy();
  // Given up meanwhile: the list of the next hour contains it.
  await testApp.database.change('UPDATE tickets SET known_at = NULL');
  await runJob(testApp, 'mailLists');
  await expect.poll(() => sent.length, { timeout: 5_000 }).toBe(2);
});

test('[TK-04] inactive for a week: counts as silent; one with its own channel is not mailed', async () => {
  await setOffice(operator, 'all', { email: 'silent@example.com' });
  const id = await makeTicket(student);
  await mailTo('silent@example.com');
  await expect.poll(async () => (await readTicket(student, id)).office?.knowsAt).toBeTruthy();
  expect((await offices())[0]?.silent).toBe(0);
  await testApp.database.change(
    `UPDATE tickets SET known_at = known_at - interval '8 days', step_at = step_at - interval '9 days'`,
  );
  expect((await offices())[0]?.silent).toBe(1);
  await step(operator, id, 'seen');
  expect((await offices())[0]?.silent).toBe(0);
  await setOffice(operator, 'all', { email: '', channel: 'https://repair.example.com/new' });
  const elsewhere = await makeTicket(student);
  expect((await readTicket(student, elsewhere)).office).toEqual({
    name: '시설팀',
    knowsAt: null,
    channel: 'https://repair.example.com/new',
  });
  await runJob(testApp, 'mailLists');
  await mailQueueIsEmpty();
  expect(sent).toHaveLength(1);
});

test('[TK-04] an office: refuses an invalid address, several, or line breaks; only operators see it', async () => {
  const email = async (text: string) => setOffice(operator, 'all', { email: text });
  for (const text of [
    'a@example.com\r\nBcc: b@example.com',
    'a@example.com\n',
    'a@example.com, b@example.com',
    'a@example.com b@example.com',
    '시설팀 <a@example.com>',
    'example.com',
  ])
    expect([text, await email(text)]).toEqual([text, 'email email.pattern']);
  expect(await email('')).toBe('email email.required');
  expect(await setOffice(operator, 'all', { name: '시설팀\nBcc: x' })).toBe('name invalid');
  for (const dailyHour of ['24', '-1', '9.5', '아홉'])
    expect(await setOffice(operator, 'all', { dailyHour })).toBe('dailyHour invalid');
  for (const channel of ['http://example.com', 'javascript:alert(1)', 'example.com', 'https://a@b.kr/'])
    expect(await setOffice(operator, 'all', { channel })).toBe('channel invalid');
  expect(await setOffice(operator, 'nowhere')).toBe('resource.missing');
  expect(await setOffice(operator, 'question')).toBe('resource.missing');
  expect(await setOffice(student, 'all')).toBe('route.unknown');
  expect(await setOffice(operator, 'all', { email: 'secret@example.com' })).toBe('set');
  const id = await makeTicket(student);
  const answers = await Promise.all([
    student.browser.send('GET', '/api/tickets'),
    student.browser.send('GET', `/api/tickets/${id}`),
    student.browser.send('GET', '/api/campus/pack'),
  ]);
  for (const one of answers) expect(await one.text()).not.toContain('secret@example.com');
  expect((await student.browser.call('GET /api/operate/tickets', {})).status).toBe(404);
});

test('[TK-04] an office: is set and removed by the command too, with an audit entry each', async () => {
  const set = ['offices', 'set', 'main-hall', '--name', '관리실', '--email', 'main@example.com'];
  expect(await operate(testApp, ...set)).toMatchObject({ code: 0, output: 'office main-hall is there' });
  expect(await operate(testApp, ...set)).toMatchObject({ output: 'office main-hall is unchanged' });
  expect((await operate(testApp, 'offices', 'list')).output).toContain('main@example.com');
  const id = await makeTicket(student);
  await mailTo('main@example.com');
  const { number } = (await readTicket(student, id)).ticket;
  expect((await operate(testApp, 'tickets', 'list')).output).toContain('본관 3층 302호');
  const move = (...words: string[]) => operate(testApp, 'tickets', 'step', String(number), ...words);
  expect(await move('--step', 'seen', '--word', '확인했습니다')).toMatchObject({ code: 0 });
  expect((await move('--step', 'seen', '--word', '확인했습니다')).errors).toContain('has ended');
  expect((await move('--step', 'gone', '--word', '확인')).errors).toContain('the step is one of');
  expect(
    (await operate(testApp, 'tickets', 'step', '999999', '--step', 'seen', '--word', 'x')).errors,
  ).toContain('there is no ticket "999999"');
  expect((await linesOf(student, 'ticket')).map(({ ticketId }) => ticketId)).toContain(id);
  const remove = await operate(testApp, 'offices', 'remove', 'main-hall', '--reason', '이전');
  expect(remove).toMatchObject({ code: 0, output: 'office main-hall is gone' });
  const acts = (await listAuditEntries(testApp.database, 3)).map(
    ({ action, target }) => `${action} ${target}`,
  );
  expect(acts).toEqual(['offices remove main-hall', `tickets step seen ${id}`, 'offices set main-hall']);
});

test('[TK-04] tickets: exported without students', async () => {
  await setOffice(operator, 'main-hall', { email: 'main@example.com' });
  const id = await makeTicket(student);
  const folder = await mkdtemp(join(tmpdir(), 'madang-tickets-'));
  const written = join(folder, 'tickets.tsv');
  expect(await operate(testApp, 'tickets', 'export', written)).toMatchObject({ code: 0 });
  const table = await readFile(written, 'utf8');
  const { ticket } = await readTicket(student, id);
  expect(table).toContain(`${ticket.number}\tmain-hall\t`);
  expect(table).not.toContain(student.nickname);
  // Documents omit tickets: the post needs its row.
  const documents = join(folder, 'documents');
  expect(await operate(testApp, 'export', documents)).toMatchObject({ code: 0 });
  for (const file of ['buildings', 'posts'])
    expect(await readFile(join(documents, `${file}.jsonl`), 'utf8').catch(() => '')).not.toContain(
      '"ticket"',
    );
});
