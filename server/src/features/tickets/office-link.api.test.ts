import { beforeEach, describe, expect, test } from 'vitest';
import { linesOf } from '../../../testing/inbox.ts';
import { makePost, makeUpload, makeUser, PASSWORD } from '../../../testing/makers.ts';
import { makeStaff } from '../../../testing/moderation.ts';
import { operate } from '../../../testing/operate.ts';
import { startTestApp } from '../../../testing/test-app.ts';
import {
  answerOf,
  join,
  makeReport,
  makeTicket,
  readTicket,
  runJob,
  setOffice,
  tokensOf,
} from '../../../testing/tickets.ts';

const testApp = await startTestApp({ edition: 'official', floods: false });
const operator = await makeStaff(testApp);
const [student, other] = [await makeUser(testApp), await makeUser(testApp)];
await setOffice(operator, 'all');
beforeEach(() => {
  testApp.mails.length = 0;
});

/** Returns the mail to the office once it arrived. */
async function mailToOffice() {
  await expect.poll(() => testApp.mails.length, { timeout: 5_000 }).toBeGreaterThan(0);
  const [mail] = testApp.mails;
  if (mail?.to !== 'office@example.com') throw new Error('no mail');
  return mail;
}
const look = (token: string) => testApp.browser().call('GET /api/office', { query: { token } });
const act = async (
  token: string,
  to: 'seen' | 'repairing' | 'fixed' | 'refused',
  word = '가 보겠습니다',
  browser = testApp.browser(),
) => {
  const { problem, body } = await browser.call('POST /api/office', { body: { token, step: to, word } });
  return problem ? problem.code : body.step;
};

describe('[TK-02] the link in an office’s mail', () => {
  test('shows the ticket without any student, moves it, and notifies waiting students', async () => {
    const id = await makeTicket(student, {
      pictures: [await makeUpload(student, 'red'), await makeUpload(student)],
    });
    const [token = ''] = tokensOf(await mailToOffice());
    await join(other, id);
    const { body } = await look(token);
    expect(body).toMatchObject({
      place: '본관 3층 302호',
      kind: 'device',
      step: 'received',
      joined: 2,
      steps: [],
    });
    expect(body.pictures).toHaveLength(2);
    const shown = JSON.stringify(body);
    for (const name of [student.nickname, student.id, other.id]) expect(shown).not.toContain(name);
    const picture = await testApp.browser().send('GET', body.pictures[1]?.image ?? '');
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/webp']);
    expect((await testApp.browser().send('GET', `/api/office/pictures/3?token=${token}`)).status).toBe(404);
    // A session makes no difference.
    expect(await act(token, 'repairing', '부품 대기', student.browser)).toBe('repairing');
    expect((await readTicket(other, id)).steps).toMatchObject([{ by: 'office', word: '부품 대기' }]);
    expect((await linesOf(student, 'ticket')).map(({ ticketId }) => ticketId)).toContain(id);
    expect(await act(token, 'seen')).toBe('ticket.step');
    expect(await act(token, 'fixed', '')).toBe('input.invalid');
    expect([await act(token, 'fixed'), await act(token, 'refused')]).toEqual(['fixed', 'ticket.step']);
    expect((await look(token)).body.step).toBe('fixed');
  });

  test('works again when students opened the ticket again, and the office is mailed again', async () => {
    const id = await makeTicket(student);
    const [token = ''] = tokensOf(await mailToOffice());
    await join(other, id);
    await act(token, 'fixed');
    await testApp.database.change(
      `UPDATE tickets SET step_at = step_at - interval '3 days' WHERE step = 'fixed'`,
    );
    await runJob(testApp, 'askIfFixed');
    await expect.poll(async () => (await readTicket(student, id)).asked).toBe('open');
    await answerOf(student, id, false);
    await answerOf(other, id, false);
    await expect.poll(() => testApp.mails.length, { timeout: 5_000 }).toBe(2);
    expect(await act(token, 'seen')).toBe('seen');
  });

  test('forged, or of a hidden ticket: opens nothing', async () => {
    const id = await makeTicket(student);
    const [token = ''] = tokensOf(await mailToOffice());
    const forged = token.replace(/^./, (sign) => (sign === 'A' ? 'B' : 'A'));
    const refused = async (one: string) => [
      (await look(one)).problem?.code,
      await act(one, 'seen'),
      (await testApp.browser().send('GET', `/api/office/pictures/1?token=${one}`)).status,
    ];
    expect(await refused(forged)).toEqual(['token.spent', 'token.spent', 410]);
    expect((await look('short')).status).toBeGreaterThanOrEqual(400);
    await operate(testApp, 'post', 'hide', id, '--reason', '장난');
    expect(await refused(token)).toEqual(['token.spent', 'token.spent', 410]);
    await operate(testApp, 'post', 'restore', id);
    expect((await look(token)).status).toBe(200);
  });

  test('of a withdrawn reporter: still works, without the pictures', async () => {
    const reporter = await makeUser(testApp);
    await makeTicket(reporter, { pictures: [await makeUpload(reporter)] });
    const [token = ''] = tokensOf(await mailToOffice());
    await reporter.browser.call('POST /api/profile/withdrawal', { body: { password: PASSWORD } });
    expect((await look(token)).body).toMatchObject({ joined: 0, pictures: [] });
    expect(await act(token, 'seen')).toBe('seen');
  });

  test('never shows what is no ticket, and its words reach no header', async () => {
    await makePost(student);
    const body = makeReport({ spot: '302호\r\nBcc: x@example.com', text: '둘째 줄\r\nBcc: y@example.com' });
    expect((await student.browser.call('POST /api/tickets', { body })).status).toBe(201);
    const mail = await mailToOffice();
    expect(mail.subject).not.toMatch(/[\r\n]/);
    expect(mail.to).toBe('office@example.com');
  });

  test('is the only one in the mail, whatever a student writes', async () => {
    const words = '안 나와요.\n\n99번 · 본관\r\nhttps://evil.example/office?token=x\u2028100번 · 본관';
    const body = makeReport({ spot: 'https://evil.example', text: words });
    expect((await student.browser.call('POST /api/tickets', { body })).status).toBe(201);
    const { text } = await mailToOffice();
    const lines = text.split(/[\r\n\u2028\u2029]/);
    expect(lines.filter((line) => /^https?:/.test(line))).toEqual([
      expect.stringMatching(new RegExp(`^${testApp.origin}/office`)),
    ]);
    expect(lines.filter((line) => /^\d+번 · /.test(line))).toHaveLength(1);
    expect(lines.filter((line) => line.startsWith('> '))).toHaveLength(5);
  });
});
