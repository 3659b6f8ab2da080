import PostalMime from 'postal-mime';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { makeUser, PASSWORD, signUp } from '../../testing/makers.ts';
import { startSmtp } from '../../testing/smtp.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { openSmtp } from '../../src/mail/mailer.ts';

// Covers "Mail" in docs/advisories.md over a real SMTP connection, so that its recipients are checked.

const smtp: Awaited<ReturnType<typeof startSmtp>> = await startSmtp();

const mailer = openSmtp(
  `smtp://127.0.0.1:${smtp.port}`,
  'Madang <no-reply@madang.example>',
  'madang.example',
);

const testApp = await startTestApp({ mailer });
afterAll(() => smtp.close());
beforeEach(() => {
  smtp.received.length = 0;
});

/** Returns the endpoints that accepted an address, and all recipients at the mail server. */
async function tryAll(addresses: readonly string[]): Promise<{ taken: string[]; recipients: string[][] }> {
  const { browser } = await makeUser(testApp);
  const taken: string[] = [];
  for (const email of addresses) {
    const signedUp = await signUp(testApp, email);
    const refused = signedUp.problem?.fields?.some(({ code }) => code === 'email.pattern') ?? false;
    if (!refused) taken.push(`sign-up: ${email}`);
    const changed = await browser.call('PUT /api/profile/email', { body: { email, password: PASSWORD } });
    if (changed.status !== 422) taken.push(`change: ${email}`);
    const reset = await testApp.browser().call('POST /api/password-reset', { body: { email } });
    if (reset.status !== 422) taken.push(`reset: ${email}`);
  }
  // Mails are sent in order of their requests: this one is the last.
  const last = await makeUser(testApp, { email: 'last@korea.ac.kr' });
  await testApp.browser().call('POST /api/password-reset', { body: { email: last.email } });
  await expect.poll(() => smtp.received.some(({ recipients }) => recipients.includes(last.email))).toBe(true);
  await testApp.database.change('DELETE FROM users WHERE id = $1', [last.id]);
  await testApp.database.change('DELETE FROM accounts WHERE id = $1', [last.id]);
  return { taken, recipients: smtp.received.map(({ recipients }) => recipients) };
}

const NOTHING = { taken: [], recipients: [['last@korea.ac.kr']] };

test('[ADV-20] encoded words and routes in a local part do not make a university address', async () => {
  expect(
    await tryAll([
      '=?utf-8?q?a=40evil.example=3e=00?=@korea.ac.kr',
      '=?iso-8859-1?b?YUBldmlsLmV4YW1wbGU=?=@korea.ac.kr',
      'a%evil.example@korea.ac.kr',
      'evil.example!a@korea.ac.kr',
      '@evil.example:a@korea.ac.kr',
      'a@evil.example\u0000@korea.ac.kr',
      'a@korea.ac.kr@evil.example',
      'a\uFF20korea.ac.kr@evil.example',
    ]),
  ).toEqual(NOTHING);
});

test('[ADV-21] a list of addresses is no address', async () => {
  expect(
    await tryAll([
      'a@evil.example,b@korea.ac.kr',
      'b@korea.ac.kr, a@evil.example',
      'a@evil.example;b@korea.ac.kr',
      'a@evil.example b@korea.ac.kr',
      'group:a@evil.example,b@korea.ac.kr;',
      'b@korea.ac.kr\r\nTo: a@evil.example',
    ]),
  ).toEqual(NOTHING);
});

/** Returns the addresses to which the mailer would send if the database contained them. */
async function mailable(addresses: readonly string[]): Promise<string[]> {
  const sent: string[] = [];
  for (const to of addresses) {
    const mail = { id: 'test', accountId: 'one', to, subject: 's', text: 't' };
    await mailer.send(mail).then(
      () => sent.push(to),
      (error: Error) => expect(error.message).toBe('not a plain address'),
    );
  }
  return sent;
}

test('[ADV-22] an address within a quoted local part receives no mail', async () => {
  const addresses = [
    '"a@evil.example x"@korea.ac.kr',
    '"a@evil.example"@korea.ac.kr',
    '"<a@evil.example>"@korea.ac.kr',
  ];
  expect(await tryAll(addresses)).toEqual(NOTHING);
  expect(await mailable(addresses)).toEqual([]);
});

test('[ADV-23] comments and folded lines in a domain do not cut it short', async () => {
  const addresses = [
    'a@evil.example(comment).korea.ac.kr',
    'a@evil.example(.korea.ac.kr',
    'a@evil.example .korea.ac.kr',
    'a@evil.example\r\n .korea.ac.kr',
    'a@korea.ac.kr(x)evil.example',
  ];
  expect(await tryAll(addresses)).toEqual(NOTHING);
  expect(await mailable(addresses)).toEqual([]);
});

test('[ADV-24] no line of a text ends its mail and begins another', async () => {
  const smuggled = (end: string, begin: string) =>
    `before${end}${begin}MAIL FROM:<admin@korea.ac.kr>\r\nRCPT TO:<b@evil.example>\r\nDATA\r\nSubject: forged\r\n\r\nhi\r\n.\r\n`;
  const ends = ['\n.\n', '\n.\r\n', '\r\n.\r\n', '\r.\r', '\r\n.\r', '\n.\r'];
  for (const [index, end] of ends.entries()) {
    const text = smuggled(end, '');
    await mailer.send({ id: `smuggled-${index}`, accountId: 'one', to: 'a@korea.ac.kr', subject: 's', text });
    expect(smtp.received).toHaveLength(index + 1);
    const { recipients = [], raw = '' } = smtp.received[index] ?? {};
    expect(recipients).toEqual(['a@korea.ac.kr']);
    // The text stays within one mail.
    const mail = await PostalMime.parse(raw);
    expect(mail.text).toContain('RCPT TO:<b@evil.example>');
    expect(mail.subject).toBe('s');
  }
});

test('[ADV-25] a line end in a header begins no other header and names no other recipient', async () => {
  const hostile = 'a\r\nBcc: b@evil.example\r\n\r\nbody of another';
  expect(await mailable([`a@korea.ac.kr\r\nBcc: b@evil.example`, `a\r\n@korea.ac.kr`])).toEqual([]);
  await mailer.send({
    id: hostile,
    accountId: 'one',
    to: 'a@korea.ac.kr',
    subject: hostile,
    text: 'the text',
  });
  expect(smtp.received.map(({ recipients }) => recipients)).toEqual([['a@korea.ac.kr']]);
  const mail = await PostalMime.parse(smtp.received[0]?.raw ?? '');
  expect([mail.bcc, mail.text?.trim()]).toEqual([undefined, 'the text']);
});
