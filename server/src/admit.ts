import type { CampusSettings } from '@madang/contract/campus/schema';
import { readCode } from '@madang/contract/codes/rules';
import { foldMailbox, mailboxOf } from './features/accounts/index.ts';
import { GUESSING, limits, type Rule, type Subject } from './limits.ts';
import type { Admission, Applicant } from './platform/http/admission.ts';
import { ProblemError } from './platform/http/problem.ts';
import type { Limiter } from './platform/limits/limiter.ts';

type MailboxSettings = Pick<CampusSettings, 'dotlessMailDomains'>;

/** Resets of an account's password: guesses are counted again after each. */
const resets = { name: 'signIn.resets', max: Infinity, seconds: GUESSING };

/** Lets failed sign-ins with an address be counted again, by all processes within two seconds. */
export function forgiveGuesses(
  limiter: Limiter,
  settings: MailboxSettings,
): (email: string) => Promise<void> {
  return async (email) => void (await limiter.take(resets, foldMailbox(email, settings)));
}

/** The router's admission by these limits: 429 with the seconds until the next try, else a call goes on. */
export function admitBy(
  limiter: Limiter,
  isKnownBrowser: (cookies: string, email: string) => Promise<boolean>,
  settings: MailboxSettings,
): Admission {
  const fold = (email: string) => foldMailbox(email, settings);
  const guessOf = async ({ body, cookies }: Applicant): Promise<Guess | null> => {
    const email = readText(body, 'email', mailboxOf);
    if (email === null) return null;
    const known = await isKnownBrowser(cookies, email);
    const mailbox = fold(email);
    return { known, subject: `${mailbox} ${await limiter.read(resets, mailbox)} ${known}` };
  };
  return async (name, call) => {
    const taken: { rule: Rule; subject: string }[] = [];
    const giveBack = (kept: (rule: Rule) => boolean) => {
      for (const { rule: one, subject } of taken) if (!kept(one)) limiter.giveBack(one, subject);
    };
    const guess = name === 'POST /api/session' ? await guessOf(call) : null;
    for (const one of limits[name] ?? []) {
      const subject = subjectOf(one.by, call, { guess, fold });
      if (subject === null || (one.page && one.page !== call.page)) continue;
      const retryAfter = await (call.read ? limiter.take(one, subject) : limiter.check(one, subject));
      if (retryAfter !== null) {
        giveBack(() => false);
        throw new ProblemError('limit.reached', { retryAfter });
      }
      if (call.read) taken.push({ rule: one, subject });
    }
    return (error, output) => {
      const code = error instanceof ProblemError ? error.code : null;
      // A busy server read no picture. A refused call is not counted against a code, nor a malformed one against an address that
      // many share: it cost nothing.
      const undone = ({ by, name: of }: Rule) =>
        (code === 'server.unavailable' && of === 'upload' && !call.hasBegun()) ||
        (by === 'client' && code === 'input.invalid') ||
        (by === 'code' && error);
      const isCounted = ({ counted }: Rule) => counted === undefined || counted === (error ? code : 'done');
      giveBack((one) => !undone(one) && !one.spares?.(output) && isCounted(one));
    };
  };
}

interface Guess {
  /** The mailbox, how often its password was reset, and whether the browser is known. */
  subject: string;
  known: boolean;
}

function subjectOf(
  by: Subject,
  { client, userId, body, read }: Applicant,
  { guess, fold }: { guess: Guess | null; fold: (email: string) => string },
) {
  switch (by) {
    case 'client':
      return client;
    case 'user':
      return userId;
    case 'email':
      return readText(body, 'email', fold);
    case 'code':
      return readText(body, 'code', readCode);
    case 'guessed':
    case 'guessedHere':
      return guess && (by === 'guessed' ? guess.subject : `${guess.subject} ${client}`);
    case 'guesser':
      return !read || guess?.known ? null : client;
  }
}

function readText(body: unknown, name: string, read: (text: string) => string | null): string | null {
  const text = typeof body === 'object' && body !== null ? (body as Record<string, unknown>)[name] : null;
  return typeof text === 'string' ? read(text) : null;
}
