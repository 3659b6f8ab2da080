import type { CampusSettings } from '@madang/contract/campus/schema';
import { CODE_VOICES_AN_HOUR, readCode } from '@madang/contract/codes/rules';
import { endpoints } from '@madang/contract/endpoints';
import type { ProblemCode } from '@madang/contract/errors';
import { foldMailbox, mailboxOf } from './features/accounts/index.ts';
import { ProblemError } from './platform/http/problem.ts';
import type { Admission, Applicant, EndpointName } from './platform/http/router.ts';
import { type Limit, type Limiter, takeWithin } from './platform/limits/limiter.ts';
import type { LimitMail } from './platform/mail/outbox.ts';

/**
 * Whose count a call goes to: the address it comes from, the signed-in user, or the mailbox of the e-mail it names.
 * Of what a printed code says: the code. Of guesses at a password: the e-mail, the e-mail at this address, or the address, unless the browser logged in to it before.
 */
type Subject = 'client' | 'user' | 'email' | 'code' | 'guessed' | 'guessedHere' | 'guesser';

interface Rule extends Limit {
  by: Subject;
  /** Only calls that begin a list, or only those that go on with one, are counted. */
  page?: 'first' | 'next';
  /** Only calls that end so are counted; others give their place back. */
  counted?: ProblemCode | 'done';
  /** Calls that were answered so give their place back. */
  spares?: (output: unknown) => boolean;
}

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const GUESSING = 15 * MINUTE;

const rule = (name: string, by: Subject, max: number, seconds: number, counted?: Rule['counted']): Rule => ({
  name,
  by,
  max,
  seconds,
  ...(counted ? { counted } : {}),
});

/** Guessing a password that one must repeat while signed in. */
const reauthentication = rule('reauthentication', 'user', 10, 15 * MINUTE, 'account.reauthentication');
/** Each post and reply may be edited ten times in all; a fix of many in one evening is no script's. */
const edit = rule('edit', 'user', 60, HOUR);
/** Deleting and bringing back tell every open page. */
const deletion = rule('deletion', 'user', 60, HOUR);
/** Each report may hide something from everybody. A block is of one person: nobody quarrels with a hundred in an hour. */
const report = rule('report', 'user', 20, DAY);
const block = rule('block', 'user', 100, HOUR);
/** More than an operator writes in an hour; a picture is encoded for some. */
const entry = rule('entry', 'user', 120, HOUR);
/** What an operator does, one thing after the other: as fast as one person works; a stolen session is no faster. */
const act = rule('act', 'user', 60, MINUTE);
const acts = Object.entries(endpoints)
  .filter(([name, { access }]) => access === 'operator' && !name.startsWith('GET '))
  .map(([name]) => [name, [act]] as const);
/** What an answer says of itself: the same again is none of the day's. */
const isNothingNew = (output: unknown) => (output as { counted?: boolean } | undefined)?.counted === false;
/** A thumb that scrolls and taps does one a second for a while; a script does a hundred. */
const mark = rule('mark', 'user', 120, MINUTE);
/** Settings of one's own, said with a thumb. */
const marks = Object.keys(endpoints)
  .filter((name) => /^(?:PUT|DELETE) .*\/(?:push|mute|follow)\b/.test(name))
  .map((name) => [name, [mark]] as const);
/** To wait for a broken thing, or no more, and to say whether it was fixed. */
const waiting = rule('ticket.join', 'user', 60, DAY);
/** Reports on a place. In memory: a row of the minute would name the student, and one of a code the place. */
const voice: Rule = { ...rule('voice', 'user', 120, MINUTE), unshared: true };
/** A code can be photographed and used from afar; anyone who changes their mind takes no other's place. */
const byCode: Rule = {
  ...rule('code', 'code', CODE_VOICES_AN_HOUR, HOUR),
  spares: isNothingNew,
  unshared: true,
};
/** Each may change what everybody reads, and is a line of the audit log; anyone who walks through a building finds a few. */
const amenity: Rule = { ...rule('amenity', 'user', 10, DAY), spares: isNothingNew };
/** Each mails somebody; a thousand new students ask for one more mail. What guards a mailbox is {@link limitMail}. */
const mails = rule('mails', 'client', 1_000, HOUR, 'done');
/** What costs a query or two, such as asking with a secret that nobody guesses: it is bounded for the machine alone. */
const cheap = (name: string) => rule(name, 'client', 600, MINUTE);
/** One of a million: a client that tries hundreds of mails finds none. Only wrong ones count, and the link stays open. */
const wrongCodes = rule('codes', 'client', 200, GUESSING, 'mailedCode.wrong');

/**
 * All limits, and why they are what they are [SF-03]. A whole campus may share one address, so what is
 * counted by address is generous and guards the machine; what guards people is counted by account or e-mail.
 * None is met by a lively user's day. Windows are short: nobody is locked out for good, and a reset mail
 * lets its owner in at once with a new password.
 */
export const limits: { readonly [Name in EndpointName]?: readonly Rule[] } = {
  ...(Object.fromEntries([...acts, ...marks]) as { [Name in EndpointName]?: readonly Rule[] }),
  // Ten wrong passwords are a forgotten one or a guesser, a hundred a guesser with many addresses; the address counts
  // for guessing through a list. Right passwords count for the account too, or one user's would fill the last line.
  'POST /api/session': [
    rule('signIn.here', 'guessedHere', 10, GUESSING, 'session.credentials'),
    rule('signIn.email', 'guessed', 100, GUESSING),
    rule('signIn.failures', 'guesser', 200, GUESSING, 'session.credentials'),
    // Each try costs 64 MiB and 40 to 100 ms: a thousand phones after a lecture may, one machine for ever may not.
    rule('signIn', 'client', 2_000, GUESSING),
  ],
  // The first day of term in one lecture hall. Each try hashes a password, as a sign-in does.
  'POST /api/accounts': [
    rule('signUp', 'client', 1_000, HOUR, 'done'),
    rule('signUp.tries', 'client', 2_000, GUESSING),
  ],
  // No more mails to one stranger than they would forgive; an address without an account counts alike.
  'POST /api/password-reset': [
    rule('reset.email', 'email', 5, HOUR, 'done'),
    rule('reset', 'client', 300, 10 * MINUTE),
  ],
  'GET /api/password-reset': [cheap('reset.check')],
  'POST /api/password-reset/confirmation': [cheap('reset.confirmation')],
  // A release that breaks on every phone of a campus is seen in far fewer.
  'POST /api/faults': [rule('faults', 'client', 300, MINUTE)],
  // Five a mail, by the database.
  'POST /api/password-reset/code': [cheap('reset.code'), wrongCodes],
  'POST /api/verification/code': [rule('verification.code', 'user', 30, HOUR), wrongCodes],
  'POST /api/profile/email/undo': [cheap('undo')],
  'POST /api/verification': [rule('verification', 'user', 5, HOUR), mails],
  'POST /api/verification/confirmation': [rule('verification.confirmation', 'user', 30, HOUR)],
  'PUT /api/profile/nickname': [rule('nickname', 'user', 20, DAY)],
  // Each ends sessions and sends a mail.
  'PUT /api/profile/password': [reauthentication, rule('password', 'user', 10, DAY), mails],
  'PUT /api/profile/email': [reauthentication, rule('email', 'user', 10, DAY), mails], // Each sends two mails.
  'POST /api/profile/withdrawal': [reauthentication],
  'POST /api/moderation/confirmation': [reauthentication],
  'PUT /api/operate/bulletin/{kind}/{id}': [entry],
  'DELETE /api/operate/bulletin/{kind}/{id}': [entry],
  'POST /api/moderation/confirmation/start': [rule('passkey', 'user', 60, HOUR)],
  'POST /api/moderation/passkey/start': [rule('passkey', 'user', 60, HOUR)],
  'PUT /api/moderation/passkey': [rule('passkey.change', 'user', 20, HOUR)],
  // Reads every row and picture of the user; nobody needs what changed within a few hours, but a download may break.
  'GET /api/profile/data': [rule('data', 'user', 5, DAY)],
  'POST /api/profile/data/mail': [rule('data.mail', 'user', 5, DAY), mails],
  // Points are given for posts: a day's worth, not a script's.
  'POST /api/buildings/{buildingId}/posts': [
    rule('post', 'user', 20, HOUR),
    rule('post.day', 'user', 60, DAY),
  ],
  // A festival night under one post, as fast as one can type.
  'POST /api/posts/{id}/replies': [rule('reply', 'user', 30, MINUTE), rule('reply.day', 'user', 1_000, DAY)],
  'PUT /api/posts/{id}/like': [mark],
  'DELETE /api/posts/{id}/like': [mark],
  'PUT /api/posts/{id}/scrap': [mark],
  'DELETE /api/posts/{id}/scrap': [mark],
  'PUT /api/replies/{id}/like': [mark],
  'DELETE /api/replies/{id}/like': [mark],
  'PUT /api/posts/{id}/accepted': [mark],
  'PUT /api/posts/{id}': [edit],
  'DELETE /api/posts/{id}': [deletion],
  'POST /api/posts/{id}/undo-deletion': [deletion],
  'PUT /api/replies/{id}': [edit],
  'DELETE /api/replies/{id}': [deletion],
  'POST /api/replies/{id}/undo-deletion': [deletion],
  'PUT /api/posts/{id}/report': [report],
  'PUT /api/posts/{id}/pictures/{uploadId}/report': [report],
  'PUT /api/replies/{id}/report': [report],
  // Each mails somebody. What guards people stands in the database: three open of a mailbox, and three that wait from an address
  // hide by themselves.
  'POST /api/rights': [rule('rights', 'client', 100, HOUR, 'done'), cheap('rights.tries')],
  'POST /api/rights/confirmation': [cheap('rights.confirmation')],
  'PUT /api/posts/{id}/block': [block],
  'PUT /api/replies/{id}/block': [block],
  'DELETE /api/posts/{id}/block': [mark],
  'DELETE /api/replies/{id}/block': [mark],
  'DELETE /api/profile/blocks/{id}': [mark],
  'POST /api/cases/{id}/appeal': [rule('appeal', 'user', 10, DAY)],
  'DELETE /api/posts/{id}/report': [mark],
  'DELETE /api/posts/{id}/pictures/{uploadId}/report': [mark],
  'DELETE /api/replies/{id}/report': [mark],
  // As fast as one can read them.
  'POST /api/moderation/cases/{id}/decision': [rule('decision', 'user', 60, MINUTE)],
  'POST /api/moderation/cases/{id}/undo': [rule('decision', 'user', 60, MINUTE)],
  'PUT /api/moderation/posts/{id}/visibility': [rule('decision', 'user', 60, MINUTE)],
  'PUT /api/moderation/replies/{id}/visibility': [rule('decision', 'user', 60, MINUTE)],
  'POST /api/operate/people/search': [rule('people', 'user', 60, MINUTE)],
  'POST /api/operate/people/{id}/withdrawal': [rule('act.withdrawal', 'user', 20, HOUR)],
  // As fast as one can think of another word. A page of one is read at each touch of the screen's end, and by itself where few
  // of many posts match.
  'GET /api/search': [
    { ...rule('search', 'user', 20, MINUTE), page: 'first' },
    { ...rule('search.next', 'user', 120, MINUTE), page: 'next' },
  ],
  // At each start and each return of the network; a tunnel with holes brings some.
  'POST /api/device/gone': [rule('gone', 'user', 30, 10 * MINUTE)],
  // At each pause while a title is typed.
  'GET /api/search/similar': [rule('similar', 'user', 60, MINUTE)],
  // Answers come while a thread is open, and lines are tapped one after the other.
  'PUT /api/notifications/{id}/read': [mark],
  'PUT /api/notifications/read': [mark],
  'PUT /api/posts/{id}/read': [mark],
  'PUT /api/profile/notification-settings': [mark],
  'PUT /api/profile/pins': [mark],
  'PUT /api/amenities/{amenityId}/voice': [mark, amenity],
  'DELETE /api/amenities/{amenityId}/voice': [mark],
  // Each may hide a room from everybody; who walks through a building tries a few doors.
  'PUT /api/rooms/{roomId}/locked': [rule('locked', 'user', 20, DAY)],
  // Two mark a dish for everybody; anyone who eats on the campus sees a few.
  'PUT /api/meals/{id}/sold-out': [rule('soldOut', 'user', 20, DAY)],
  'DELETE /api/meals/{id}/sold-out': [mark],
  // The reports of a day are counted under a pseudonym (`voice_counts`).
  'PUT /api/voices': [voice],
  'POST /api/codes/voice': [voice, byCode],
  'POST /api/codes/confirmation': [mark, amenity, byCode],
  // Each is a mail to an office; anyone who walks through a building finds a few things.
  'POST /api/tickets': [rule('ticket', 'user', 10, DAY)],
  'DELETE /api/tickets/{id}': [deletion],
  // As many as a campus has broken things.
  'PUT /api/tickets/{id}/join': [waiting],
  'DELETE /api/tickets/{id}/join': [waiting],
  'PUT /api/tickets/{id}/answer': [waiting],
  // An office moves some tickets, with three pictures each; nobody guesses a link, and a wrong one asks for no row.
  'POST /api/office': [rule('office.step', 'client', 60, HOUR, 'done'), cheap('office.tries')],
  'GET /api/office/pictures/{picture}': [
    rule('office.picture', 'client', 200, HOUR, 'done'),
    cheap('office.picture.tries'),
  ],
  // Twenty at most at a time; anyone who tries words out adds and removes a few.
  'PUT /api/profile/alerts/{id}': [rule('alert', 'user', 60, HOUR)],
  'PUT /api/profile/alerts/{id}/pause': [mark],
  'DELETE /api/profile/alerts/{id}/pause': [mark],
  'DELETE /api/profile/alerts/{id}': [mark],
  // At each pause while a word is typed.
  'GET /api/alerts/preview': [rule('alert.preview', 'user', 60, MINUTE)],
  // Decoding a picture is the most one call can make us do.
  'PUT /api/uploads/{id}': [rule('upload', 'user', 40, HOUR)],
};

/** Mails that one mailbox gets in an hour, by what they count as; other kinds tell of what happened, and are sent. */
const MAILBOX_MAX = 5;
/** The same of what an account's own acts tell: as many as a password may be changed in a day. */
const NOTICES_MAX = 10;
const MAIL_COUNTS: Readonly<Record<string, string>> = {
  verification: 'verification',
  password: 'notice',
  data: 'notice',
  'rights.confirm': 'rights',
};

/**
 * Bounds what strangers can let the server send to one mailbox, whatever accounts and addresses they have [SF-03]. A sign-up
 * counts apart, so that nobody who names a mailbox keeps its owner from signing up.
 */
export function limitMail(settings: CampusSettings): LimitMail {
  return async (transaction, { kind, recipient, countedAs = MAIL_COUNTS[kind] }) => {
    if (countedAs === undefined) return;
    const max = countedAs === 'notice' ? NOTICES_MAX : MAILBOX_MAX;
    const limit = { name: `mail.${countedAs}`, max, seconds: HOUR };
    const retryAfter = await takeWithin(transaction, limit, foldMailbox(recipient, settings));
    if (retryAfter !== null) throw new ProblemError('limit.reached', { retryAfter });
  };
}

/** Lets what was counted of an account that withdrew go on for a new one of the same student [SF-47]. */
export function carryCounts(limiter: Limiter): (formerId: string, userId: string) => Promise<void> {
  const rules = Object.values(limits).flat();
  const counted = new Map(rules.filter(({ by }) => by === 'user').map((one) => [one.name, one]));
  return async (formerId, userId) => {
    for (const one of counted.values()) await limiter.carry(one, formerId, userId);
  };
}

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
    const taken: { rule: Rule; subject: string; at: number }[] = [];
    const giveBack = (kept: (rule: Rule) => boolean) => {
      for (const { rule: one, subject, at } of taken) if (!kept(one)) limiter.giveBack(one, subject, at);
    };
    const guess = name === 'POST /api/session' ? await guessOf(call) : null;
    for (const one of limits[name] ?? []) {
      const subject = subjectOf(one.by, call, { guess, fold });
      if (subject === null || (one.page && one.page !== call.page)) continue;
      const at = Date.now();
      const retryAfter = await (call.read ? limiter.take(one, subject) : limiter.check(one, subject));
      if (retryAfter !== null) {
        giveBack(() => false);
        throw new ProblemError('limit.reached', { retryAfter });
      }
      if (call.read) taken.push({ rule: one, subject, at });
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
