import { v7 as uuidv7 } from 'uuid';
import { afterAll, expect, inject, test } from 'vitest';
import { makePost, makeUser } from '../../testing/makers.ts';
import { giveRole } from '../../testing/moderation.ts';
import { operate, operateIn } from '../../testing/operate.ts';
import { startSmtp } from '../../testing/smtp.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { addressOf } from '../../testing/test-database.ts';
import { CampusError } from '@madang/campus/table';
import { SHIPPED_CONTACTS } from '@madang/campus/check-settings';
import { plantAmenities, plantRooms } from '../features/places/index.ts';
import { readConfig } from '../config.ts';
import { examineReadiness, type Finding, PARTS } from './doctor.ts';

const app = await startTestApp();
const smtp: Awaited<ReturnType<typeof startSmtp>> = await startSmtp();
const user = await makeUser(app);
afterAll(() => smtp.close());

const environment = (from = '마당 <no-reply@korea.ac.kr>') => ({
  ORIGIN: 'https://madang.korea.ac.kr',
  PORT: '0',
  SMTP_URL: `smtp://127.0.0.1:${smtp.port}`,
  MAIL_FROM: from,
});

/** Returns the campus with its own contacts. */
function campusWith(contacts: Partial<typeof SHIPPED_CONTACTS>): TestApp['campus'] {
  const own = { inquiryUrl: 'https://open.kakao.com/o/council', socialAccount: '@council' };
  return { ...app.campus, settings: { ...app.campus.settings, ...own, ...contacts } };
}

async function find(
  part: Finding['part'],
  {
    campus = campusWith({}),
    from,
    set = {},
  }: { campus?: TestApp['campus']; from?: string; set?: Record<string, string> } = {},
) {
  const config = readConfig({ ...environment(from), ...set });
  const findings = await examineReadiness(config, campus, app.database);
  for (const { text, todo = '' } of findings) expect(`${text}${todo}`).not.toContain('\n');
  return findings.find((finding) => finding.part === part);
}

test('doctor --launch fails on the shipped inquiry link and on the shipped social account', async () => {
  // The shipped contacts equal those in this repository's campus folder.
  expect(app.campus.settings).toMatchObject(SHIPPED_CONTACTS);
  expect(await find('contacts')).toMatchObject({ state: 'ok' });
  const { inquiryUrl, socialAccount } = SHIPPED_CONTACTS;
  for (const [contacts, named] of [
    [{ inquiryUrl }, ['inquiryUrl']],
    [{ inquiryUrl: `${inquiryUrl}/` as typeof inquiryUrl }, ['inquiryUrl']],
    [{ socialAccount }, ['socialAccount']],
    [{ inquiryUrl, socialAccount }, ['inquiryUrl', 'socialAccount']],
  ] as const) {
    const finding = await find('contacts', { campus: campusWith(contacts) });
    expect(finding).toMatchObject({
      state: 'fail',
      todo: `put your own into campus.json (${named.join(', ')})`,
    });
  }
});

test('fails on texts of another university', async () => {
  expect(await find('texts')).toMatchObject({ state: 'ok', text: 'they name only 고려대학교' });
  const foreign = [new CampusError('terms.ko.json', 'names 한빛대학교', { line: 4, field: 'title' })];
  expect(await find('texts', { campus: { ...campusWith({}), foreign } })).toMatchObject({
    state: 'fail',
    text: '1 in the campus folder name another university: terms.ko.json line 4, field "title": names 한빛대학교',
  });
});

test('fails until a test mail arrived from the current mail server and sender', async () => {
  expect(await find('test mail')).toMatchObject({ state: 'fail' });
  const run = (...words: string[]) => operateIn(environment(), app, ...words);
  expect((await run('mail', 'test', 'no address')).code).toBe(1);
  expect(await operateIn({}, app, 'mail', 'test', 'council@korea.ac.kr')).toMatchObject({
    code: 1,
    errors: 'operator: SMTP_URL is not set: mails are only stored in the built-in mailbox',
  });
  const sent = await run('mail', 'test', 'Council@Korea.ac.kr');
  expect(sent).toMatchObject({ code: 0, errors: '' });
  const [mail] = smtp.received;
  expect(mail?.recipients).toEqual(['council@korea.ac.kr']);
  // Acceptance by the mail server is not enough.
  expect(await find('test mail')).toMatchObject({ state: 'fail' });
  const [, code = ''] = /operator mail received ([0-9a-f]{8})/.exec(decodeMail(mail?.raw ?? '')) ?? [];
  expect((await run('mail', 'received', '00000000')).code).toBe(1);
  expect(await run('mail', 'received', code.toUpperCase())).toMatchObject({ code: 0 });
  expect(await find('test mail')).toMatchObject({ state: 'ok' });
  expect(await find('test mail', { from: '마당 <other@korea.ac.kr>' })).toMatchObject({ state: 'fail' });
  const acts = await operate(app, 'audit', 'list', '--json');
  expect(acts.output).not.toContain('council@');
  await smtp.close();
  const lost = await run('mail', 'test', 'council@korea.ac.kr');
  expect([lost.code, lost.errors.split('\n')]).toEqual([1, [expect.stringContaining('127.0.0.1')]]);
});

/** Decodes the text of a mail, whose non-ASCII lines are base64. */
function decodeMail(raw: string): string {
  const body = raw.slice(raw.search(/\r?\n\r?\n/)).trim();
  return /^content-transfer-encoding: base64/im.test(raw) ? Buffer.from(body, 'base64').toString() : body;
}

test('fails without a backup within 24 hours', async () => {
  const backedUp = (hours: number) =>
    app.database.change(
      `INSERT INTO audit (id, at, actor, action, target)
       VALUES ($1, now() - $2 * interval '1 hour', 'tester', 'backup', '2026-11-21T04:10:00.000Z')`,
      [uuidv7(), hours],
    );
  expect(await find('backup')).toMatchObject({ state: 'fail', text: 'there is none' });
  await backedUp(25);
  expect(await find('backup')).toMatchObject({
    state: 'fail',
    text: 'the newest is 2026-11-21T04:10:00.000Z, older than 24 hours',
  });
  await backedUp(23);
  expect(await find('backup')).toMatchObject({ state: 'ok' });
});

test('fails until a backup was restored as a trial', async () => {
  expect(await find('backup trial')).toMatchObject({
    state: 'fail',
    text: 'none was restored as a trial',
  });
  await app.database.change(
    `INSERT INTO audit (id, actor, action, target) VALUES ($1, 'tester', 'backup verify', '2026-11-21T04:10:00.000Z')`,
    [uuidv7()],
  );
  expect(await find('backup trial')).toMatchObject({ state: 'ok' });
});

test('fails without operator, in editions with operators', async () => {
  expect(await find('operator')).toMatchObject({ state: 'ok' });
  const official = { set: { EDITION: 'official' } };
  expect(await find('operator', official)).toMatchObject({
    state: 'fail',
    todo: expect.stringContaining('operator role give') as string,
  });
  await giveRole(app, user);
  expect(await find('operator', official)).toMatchObject({
    state: 'warn',
    text: 'only one person sees reports, and nobody can decide about that person',
  });
  await giveRole(app, await makeUser(app));
  expect(await find('operator', official)).toMatchObject({ state: 'ok', text: '2 of them' });
});

test('fails on trusted proxies that cover half of all addresses or more', async () => {
  const proxies = (TRUSTED_PROXIES: string) => find('proxies', { set: { TRUSTED_PROXIES } });
  for (const networks of [
    '0.0.0.0/0',
    '::/0',
    '127.0.0.1,128.0.0.0/1',
    '::ffff:0:0/96',
    '::ffff:128.0.0.0/97',
    '10.0.0.0/7',
  ])
    expect(await proxies(networks)).toMatchObject({ state: 'fail' });
  for (const networks of ['', '127.0.0.1', '10.0.0.0/8,fc00::/7', '::ffff:10.0.0.0/104', '8.8.8.0/24'])
    expect(await proxies(networks)).toMatchObject({ state: 'ok' });
});

test('[SF-03] fails if a server listens on a port and trusts no proxy', async () => {
  const PORT = new URL(app.origin).port;
  expect(await find('proxies', { set: { PORT } })).toMatchObject({
    state: 'fail',
    text: expect.stringContaining(`a server answers at port ${PORT} and trusts no proxy`) as string,
  });
  expect(await find('proxies', { set: { PORT, TRUSTED_PROXIES: '127.0.0.1' } })).toMatchObject({
    state: 'ok',
  });
  expect(await find('proxies', { set: { PORT, SOCKET: '/run/madang/blue.sock' } })).toMatchObject({
    state: 'ok',
  });
});

test('warns if the clocks of machine and campus differ', async () => {
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const at = (timeZone: string) => {
    const campus = campusWith({});
    return find('time zone', { campus: { ...campus, settings: { ...campus.settings, timeZone } } });
  };
  expect(await at(own)).toMatchObject({ state: 'ok', text: own });
  const other = own === 'Pacific/Kiritimati' ? 'Pacific/Pago_Pago' : 'Pacific/Kiritimati';
  expect(await at(other)).toMatchObject({
    state: 'warn',
    text: expect.stringContaining(`the campus uses ${other}, this machine ${own}`) as string,
  });
});

test('fails without a notice', async () => {
  expect(await find('notices')).toMatchObject({ state: 'fail', text: 'there is none' });
  const added = await operate(app, 'notice', 'add', '--title', '시작합니다', '--body', '반갑습니다.');
  expect(added).toMatchObject({ code: 0 });
  expect(await find('notices')).toMatchObject({ state: 'ok' });
});

test('fails while example amenities, hours or rooms exist, in editions that show them', async () => {
  const official = { set: { EDITION: 'official' } };
  expect(await find('amenities', official)).toMatchObject({ state: 'ok' });
  await plantAmenities(app.database, app.campus);
  const { amenities, hours } = app.campus;
  expect(await find('amenities', official)).toMatchObject({
    state: 'fail',
    text: expect.stringContaining(`${amenities.length + hours.length} rows`) as string,
  });
  expect(await find('amenities')).toMatchObject({ state: 'ok' });
  await plantRooms(app.database, app.campus);
  await app.database.change('DELETE FROM amenities');
  await app.database.change(`UPDATE opening_hours SET source = '안내판' WHERE from_day <> ''`);
  expect(await find('amenities', official)).toMatchObject({ state: 'fail' });
  await app.database.change('DELETE FROM opening_hours');
  expect(await find('amenities', official)).toMatchObject({
    state: 'fail',
    text: expect.stringContaining(`${app.campus.rooms.length} rows`) as string,
  });
  await app.database.change('DELETE FROM rooms');
  expect(await find('amenities', official)).toMatchObject({ state: 'ok' });
});

test('warns without an office, or of a refused or silent one, in editions with tickets', async () => {
  const official = { set: { EDITION: 'official' } };
  expect(await find('offices')).toMatchObject({ state: 'ok' });
  expect(await find('offices', official)).toMatchObject({
    state: 'warn',
    text: expect.stringContaining('none'),
  });
  const email = ['--email', 'facility@korea.ac.kr'];
  expect(await operate(app, 'offices', 'set', 'all', '--name', '시설팀', ...email)).toMatchObject({
    code: 0,
  });
  expect(await find('offices', official)).toMatchObject({ state: 'ok', text: '1 configured' });
  await app.database.change('UPDATE offices SET refused_at = now()');
  expect(await find('offices', official)).toMatchObject({
    state: 'warn',
    text: 'the mail server refused the address of all',
  });
});

test('fails on fewer than 20 visible posts, and on those of the demo data', async () => {
  const last = await makePost(user);
  for (let count = 1; count < 20; count += 1) await makePost(user);
  expect(await find('posts')).toMatchObject({ state: 'ok', text: '20 posts' });
  await operate(app, 'post', 'hide', last, '--reason', '시험');
  expect(await find('posts')).toMatchObject({ state: 'fail', text: '19 posts, fewer than 20' });
  await operate(app, 'post', 'restore', last);
  await app.database.change(`INSERT INTO installation (key, value) VALUES ('demo', '1')`);
  expect(await find('posts')).toMatchObject({ state: 'fail', text: expect.stringContaining('demo data') });
});

if (inject('engine') === 'postgres') {
  test('doctor --launch: lists all findings after the other parts, and sets its exit code', async () => {
    const set = {
      ...environment(),
      ORIGIN: 'https://localhost',
      DATABASE_URL: await addressOf(app.database),
    };
    const { code, output } = await operateIn(set, app, 'doctor', '--launch', '--json');
    const findings = output.split('\n').map((line) => JSON.parse(line) as Finding);
    expect(findings.slice(PARTS.length).map(({ part, state }) => [part, state])).toEqual([
      ['name', 'fail'],
      ['certificate', 'fail'],
      ['server', 'fail'],
      ['proxies', 'ok'],
      ['contacts', 'fail'],
      ['texts', 'ok'],
      ['time zone', expect.stringMatching(/^(?:ok|warn)$/)],
      ['test mail', 'ok'],
      ['operator', 'ok'],
      ['backup', 'ok'],
      ['backup trial', 'ok'],
      ['notices', 'ok'],
      ['amenities', 'ok'],
      ['codes', 'ok'],
      ['meals', 'ok'],
      ['offices', 'ok'],
      ['posts', 'fail'],
    ]);
    expect(code).toBe(1);
    const plain = await operateIn(set, app, 'doctor', '--json');
    expect(plain.output.split('\n')).toHaveLength(PARTS.length);
  });
}
