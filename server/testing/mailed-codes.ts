import { expect } from 'vitest';
import type { Mail } from '../src/platform/mail/mailer.ts';
import { makeUser, type MadeUser } from './makers.ts';
import type { TestApp } from './test-app.ts';

/** The six digits of a mail; empty where it has none. */
export const codeOf = ({ text }: Mail): string => /^인증 코드: (\d{6})$/m.exec(text)?.[1] ?? '';

/** Any other one. */
export const not = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

/** How often each outcome came. */
export function tally(outcomes: readonly (string | number)[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const outcome of outcomes) counts[outcome] = (counts[outcome] ?? 0) + 1;
  return counts;
}

export type Codes = ReturnType<typeof codesOn>;

/** What students do with mailed codes, on this app. */
export function codesOn(testApp: TestApp) {
  const mailsTo = (email: string) => testApp.mails.filter(({ to }) => to === email);

  /** The next mail to the address that goes out. */
  async function mailAfter(email: string, send: () => Promise<unknown>): Promise<Mail> {
    const before = mailsTo(email).length;
    await send();
    await expect.poll(() => mailsTo(email).length, { timeout: 10_000 }).toBe(before + 1);
    return mailsTo(email).at(-1) as Mail;
  }

  /** Asks for a new password, as a browser that remembers the cookie of the answer. */
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

    /** A student whose address nobody has confirmed. */
    makeUnverified: () => makeUser(testApp, { verified: false, email: nextEmail() }),

    /** The mail that an account gets so, and the cookie. */
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

/** Trying codes, and what became of it. */
function triesOn(testApp: TestApp) {
  return {
    /** The status, or the code of the refusal. */
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

    /** How often each code of an address has been tried. */
    async triesOf(email: string): Promise<number[]> {
      const rows = await testApp.database.rows<{ tries: number }>(
        `SELECT tries FROM mailed_codes JOIN tokens ON tokens.id = token_id WHERE email = $1`,
        [email],
      );
      return rows.map(({ tries }) => tries);
    },

    /** Lets ten minutes be over. */
    endCodes: () =>
      testApp.database.change(`UPDATE mailed_codes SET expires_at = now() - interval '1 second'`),
  };
}
