import { expect, test } from 'vitest';
import { codeOf, type Codes, codesOn, not, tally } from '../../../testing/mailed-codes.ts';
import { linkOf, waitForMail } from '../../../testing/mails.ts';
import { makeUser, PASSWORD } from '../../../testing/makers.ts';
import { startTestApp } from '../../../testing/test-app.ts';

// Rights and limits of tries of mailed codes.

const NEW = 'a better password';
const RACERS = 20;

const testApp = await startTestApp();

const codes: Codes = codesOn(testApp);

test('[PH-14] five tries: the sixth is refused though correct; only a new mail’s code counts', async () => {
  const user = await codes.makeUnverified();
  const first = codeOf(await codes.mailVerification(user));
  const outcomes: (string | number)[] = [];
  for (let time = 1; time <= 5; time += 1) outcomes.push(await codes.verify(user, not(first)));
  expect(outcomes).toEqual([...Array.from({ length: 4 }, () => 'mailedCode.wrong'), 'mailedCode.spent']);
  expect(await codes.verify(user, first)).toBe('mailedCode.spent');
  const second = codeOf(await codes.mailVerification(user));
  // One in a million mails has the same code again.
  if (second !== first) expect(await codes.verify(user, first)).toBe('mailedCode.wrong');
  expect(await codes.verify(user, second)).toBe(200);
});

test('[PH-14] tries at once are all counted, and the right code finds none left', async () => {
  const user = await codes.makeUnverified();
  const code = codeOf(await codes.mailVerification(user));
  const wrong = await Promise.all(Array.from({ length: RACERS }, () => codes.verify(user, not(code))));
  expect(tally(wrong)).toEqual({ 'mailedCode.wrong': 4, 'mailedCode.spent': RACERS - 4 });
  expect(await codes.triesOf(user.email)).toEqual([5]);
  expect(await codes.verify(user, code)).toBe('mailedCode.spent');

  const { cookie, mail } = await codes.mailReset(user.email);
  const resetCode = codeOf(mail);
  const tried = await Promise.all(Array.from({ length: RACERS }, () => codes.reset(cookie, not(resetCode))));
  expect(tally(tried)).toEqual({ 'mailedCode.wrong': 4, 'mailedCode.spent': RACERS - 4 });
  expect(await codes.reset(cookie, resetCode)).toBe('mailedCode.spent');
});

test('[PH-14] code and link at once, or two right codes at once: exactly one counts', async () => {
  for (let round = 0; round < 5; round += 1) {
    const user = await codes.makeUnverified();
    const mail = await codes.mailVerification(user);
    const byLink = async () => {
      const body = { token: linkOf(mail).token };
      const { status, problem } = await user.browser.call('POST /api/verification/confirmation', { body });
      return problem?.code ?? status;
    };
    const code = codeOf(mail);
    const outcomes = await Promise.all([
      codes.verify(user, code),
      byLink(),
      codes.verify(user, code),
      byLink(),
    ]);
    expect(tally(outcomes)).toEqual({ 200: 1, 'token.spent': 3 });
  }
  const user = await makeUser(testApp, { email: codes.nextEmail() });
  const { cookie, mail } = await codes.mailReset(user.email);
  const passwords = ['the first one', 'the second one'];
  const outcomes = await Promise.all(
    passwords.map((password) => codes.reset(cookie, codeOf(mail), password)),
  );
  expect(tally(outcomes)).toEqual({ 204: 1, 'token.spent': 1 });
});

test('[PH-14] code: bound to its account and session; others use none of its tries', async () => {
  const [user, other] = [await codes.makeUnverified(), await codes.makeUnverified()];
  const code = codeOf(await codes.mailVerification(user));
  const before = codeOf(await codes.mailVerification(other));
  const elsewhere = { browser: testApp.browser() };
  await elsewhere.browser.call('POST /api/session', { body: { email: user.email, password: PASSWORD } });
  expect(await codes.verify(elsewhere, code)).toBe('mailedCode.spent');
  if (before !== code) expect(await codes.verify(other, code)).toBe('mailedCode.wrong');
  expect(await codes.triesOf(user.email)).toEqual([0]);
  // Another address: its earlier code is invalid.
  const email = codes.nextEmail();
  const mail = await codes.mailAfter(email, () =>
    user.browser.call('PUT /api/profile/email', { body: { email, password: PASSWORD } }),
  );
  if (codeOf(mail) !== code) expect(await codes.verify(user, code)).toBe('mailedCode.wrong');
  expect(await codes.verify(user, codeOf(mail))).toBe(200);
});

test('[PH-14] a code is bound to its purpose, whatever cookie it is sent with', async () => {
  const user = await codes.makeUnverified();
  const code = codeOf(await codes.mailVerification(user));
  // The session's secret instead of the reset's.
  expect(await codes.reset(user.browser.cookie.replace('madang=', 'madang-reset='), code)).toBe(
    'token.spent',
  );
  expect(await codes.signIn(user.email, PASSWORD)).toBe(201);
  const { cookie, mail } = await codes.mailReset(user.email);
  const asked = { browser: testApp.browser() };
  asked.browser.cookie = user.browser.cookie;
  if (codeOf(mail) !== code) expect(await codes.verify(asked, codeOf(mail))).toBe('mailedCode.wrong');
  expect(await codes.reset(cookie, codeOf(mail))).toBe(204);
});

test('[PH-14] reset: neither answer, cookie nor tries reveal whether an address has an account', async () => {
  const user = await makeUser(testApp, { email: codes.nextEmail() });
  const all: unknown[] = [];
  for (const email of [user.email, codes.nextEmail()]) {
    const { cookie, attributes, status } = await codes.askReset(email);
    expect(cookie).toMatch(/^madang-reset=[A-Za-z0-9_-]{43}$/);
    const code = email === user.email ? codeOf(await waitForMail(testApp, email)) : '123456';
    const outcomes: (string | number)[] = [];
    // The owner uses the code in between; the requesting browser learns nothing of that either.
    for (let time = 1; time <= 6; time += 1) {
      outcomes.push(await codes.reset(cookie, not(code)));
      if (time !== 2 || email !== user.email) continue;
      const body = { token: linkOf(await waitForMail(testApp, email)).token, password: NEW };
      await testApp.browser().call('POST /api/password-reset/confirmation', { body });
    }
    const later = await codes.askReset(email);
    await codes.endCodes();
    outcomes.push(await codes.reset(later.cookie, '000000'));
    all.push([status, attributes, outcomes]);
  }
  expect(all[0]).toEqual(all[1]);
  expect(all[0]).toEqual([
    202,
    '; Max-Age=600; Path=/; HttpOnly; SameSite=Lax',
    [
      ...Array.from({ length: 4 }, () => 'mailedCode.wrong'),
      ...Array.from({ length: 3 }, () => 'mailedCode.spent'),
    ],
  ]);
});

test('[PH-14] other client: cannot use tries of a reset, nor guess without requesting one', async () => {
  const user = await makeUser(testApp, { email: codes.nextEmail() });
  const { cookie, mail } = await codes.mailReset(user.email);
  const strangers = [
    '',
    `madang-reset=${'x'.repeat(43)}`,
    'madang-reset=',
    `madang-reset=${'x'.repeat(9_000)}`,
  ];
  for (const stranger of strangers)
    expect(await codes.reset(stranger, codeOf(mail))).toBe('mailedCode.spent');
  expect(await codes.triesOf(user.email)).toEqual([0]);
  // Refusals for other reasons use no try.
  expect(await codes.reset(cookie, codeOf(mail), 'short')).toBe('input.invalid');
  for (const typed of ['12345', '1234567', '１２３４５６', '12 3456', 'a23456', '-12345', "'; --"])
    expect(await codes.reset(cookie, typed)).toBe('input.invalid');
  expect(await codes.triesOf(user.email)).toEqual([0]);
  expect(await codes.reset(cookie, codeOf(mail))).toBe(204);
});
