import { expect } from 'vitest';
import type { Mail } from '../src/mail/mailer.ts';
import { makeUser, type MadeUser } from './makers.ts';
import type { TestApp } from './test-app.ts';

/** Returns the six-digit code of a mail, or an empty string. */
export const codeOf = ({ text }: Mail): string => /^인증 코드: (\d{6})$/m.exec(text)?.[1] ?? '';

/** Returns another code. */
export const not = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

/** Counts the outcomes. */
export function tally(outcomes: readonly (string | number)[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const outcome of outcomes) counts[outcome] = (counts[outcome] ?? 0) + 1;
  return counts;
}

export type Codes = ReturnType<typeof codesOn>;

/** Returns helpers for mailed codes on this app. */
export function codesOn(testApp: TestApp) {
  const mailsTo = (email: string) => testApp.mails.filter(({ to }) => to === email);

  /** Returns the next mail to the address. */
  async function mailAfter(email: string, send: () => Promise<unknown>): Promise<Mail> {
    const before = mailsTo(email).length;
    await send();
    await expect.poll(() => mailsTo(email).length, { timeout: 10_000 }).toBe(before + 1);
    return mailsTo(email).at(-1) as Mail;
  }

  /** Requests a new password; returns the response's cookie as a browser keeps it. */
  async function askReset(email: string) {
    const response = await testApp.browser().send('POST', '/api/password-reset', { json: { email } });
    const [set = ''] = response.headers.getSetCookie();
    const [cookie = ''] = set.split(';', 1);
    return { cookie, attributes: set.slice(cookie.length), status: response.status };
  }

  let made = 0;
  const nextEmail = () => `coded${(made += 1)}@korea.ac.kr`;

  return {
    askReset,
    nextEmail,

    /** Returns a student with an unverified address. */
    makeUnverified: () => makeUser(testApp, { verified: false, email: nextEmail() }),

    /** Returns the mail for a new password, and the cookie. */
    async mailReset(email: string): Promise<{ cookie: string; mail: Mail }> {
      let cookie = '';
      const mail = await mailAfter(email, async () => ({ cookie } = await askReset(email)));
      return { cookie, mail };
    },

    mailVerification: ({ browser, email }: MadeUser) =>
      mailAfter(email, () => browser.call('POST /api/verification', {})),

    mailAfter,
    ...triesOn(testApp),
  };
}

/** Returns helpers that try codes. */
function triesOn(testApp: TestApp) {
  return {
    /** Returns the status, or the problem code. */
    async verify({ browser }: Pick<MadeUser, 'browser'>, code: string): Promise<string | number> {
      const { status, problem } = await browser.call('POST /api/verification/code', { body: { code } });
      return problem?.code ?? status;
    },

    async reset(cookie: string, code: string, password = 'a better password'): Promise<string | number> {
      const response = await testApp.browser().send('POST', '/api/password-reset/code', {
        json: { code, password },
        headers: cookie ? { Cookie: cookie } : {},
      });
      return response.ok ? response.status : ((await response.json()) as { code: string }).code;
    },

    async signIn(email: string, password: string): Promise<number> {
      return (await testApp.browser().call('POST /api/session', { body: { email, password } })).status;
    },

    /** Returns the number of tries of each code of an address. */
    async triesOf(email: string): Promise<number[]> {
      const rows = await testApp.database.rows<{ tries: number }>(
        `SELECT tries FROM mailed_codes JOIN tokens ON tokens.id = token_id WHERE email = $1`,
        [email],
      );
      return rows.map(({ tries }) => tries);
    },

    /** Makes all codes expire. */
    endCodes: () =>
      testApp.database.change(`UPDATE mailed_codes SET expires_at = now() - interval '1 second'`),
  };
}
