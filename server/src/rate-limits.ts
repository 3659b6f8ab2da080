import type { CampusSettings } from '@madang/contract/campus/schema';
import { CODE_REPORTS_AN_HOUR, readCode } from '@madang/contract/places/crowd';
import { endpoints, type Endpoints } from '@madang/contract/endpoints';
import type { ProblemCode } from '@madang/contract/errors';
import { foldMailbox, mailboxOf } from './features/accounts/index.ts';
import { ProblemError } from './http/problem.ts';
import type { RateLimiter, RateLimitInput, EndpointName } from './http/router.ts';
import { type Limit, type Limiter, takeWithin } from './http/limiter.ts';
import type { LimitMail } from './mail/mail-queue.ts';

/**
 * Key of a count: address, user, mailbox in the body, or printed code. Password guesses, unless from known browsers:
 * e-mail, e-mail at this address, or address.
 */
type Subject = 'client' | 'user' | 'email' | 'code' | 'guessed' | 'guessedHere' | 'guesser';

interface Rule extends Limit {
  by: Subject;
  /** Counts only first pages, or only later pages. */
  page?: 'first' | 'next';
  /** Counts only calls with this result; others are refunded. */
  counted?: ProblemCode | 'done';
  /** Refunds calls with these answers. */
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

/** Guesses of the password that signed-in users must repeat. */
const reauthentication = rule('reauthentication', 'user', 10, 15 * MINUTE, 'account.reauthentication');
/** A text may be edited ten times; fixing many is human. */
const edit = rule('edit', 'user', 60, HOUR);
/** Deleting and restoring notify every open page. */
const deletion = rule('deletion', 'user', 60, HOUR);
/** Reports may hide content from all users; a hundred blocks are implausible. */
const report = rule('report', 'user', 20, DAY);
const block = rule('block', 'user', 100, HOUR);
/** More than an operator writes; some encode a picture. */
const entry = rule('entry', 'user', 120, HOUR);
/** Limit of operator actions: one person's speed, also for stolen sessions. */
const act = rule('act', 'user', 60, MINUTE);
const acts = Object.fromEntries(
  Object.entries(endpoints)
    .filter(([name, { access }]) => access === 'operator' && !name.startsWith('GET '))
    .map(([name]) => [name, [act]] as const),
);
/** Whether the answer marks a repetition, which is not counted. */
const isNothingNew = (output: unknown) => (output as { counted?: boolean } | undefined)?.counted === false;
/** A thumb taps about once a second, a script a hundred times. */
const mark = rule('mark', 'user', 120, MINUTE);
/** Joining, leaving and answering about a defect report. */
const waiting = rule('ticket.join', 'user', 60, DAY);
/** Crowd reports, in memory: a row would reveal the student, one per code the place. */
const voice: Rule = { ...rule('voice', 'user', 120, MINUTE), unshared: true };
/** A code can be photographed. Changed reports are not counted. */
const byCode: Rule = {
  ...rule('code', 'code', CODE_REPORTS_AN_HOUR, HOUR),
  spares: isNothingNew,
  unshared: true,
};
/** Each changes what all read, and adds an audit entry; a walk finds few. */
const amenity: Rule = { ...rule('amenity', 'user', 10, DAY), spares: isNothingNew };
/** Each sends a mail: allows a thousand students. {@link limitMail} protects mailboxes. */
const mails = rule('mails', 'client', 1_000, HOUR, 'done');
/** Cheap calls, such as checks of unguessable secrets; limited to protect the server. */
const cheap = (name: string) => rule(name, 'client', 600, MINUTE);
/** A code is one of a million; only wrong ones count, and the link stays usable. */
const wrongCodes = rule('codes', 'client', 200, GUESSING, 'mailedCode.wrong');

/** Calls that the contract declares limited; operator actions share one limit. */
type LimitedName = {
  [Name in EndpointName]: 'limit.reached' extends Endpoints[Name]['problems'][number]
    ? Endpoints[Name]['access'] extends 'operator'
      ? never
      : Name
    : never;
}[EndpointName];

type Limits = { readonly [Name in LimitedName]: readonly Rule[] } & {
  readonly [Name in EndpointName]?: readonly Rule[];
};

/**
 * All limits and their reasons [SF-03]. Limits by address protect the server, generously, as a campus may share one;
 * limits by account or e-mail protect users.
 * Short windows make no lockout permanent; a reset mail ends it.
 */
export const limits: Limits = {
  ...acts,
  // Ten wrong passwords may be forgetting, a hundred are guessing from many addresses. The limit by address stops guessing by
  // list. Right passwords count for the account, otherwise one user's fill the last line.
  'POST /api/session': [
    rule('signIn.here', 'guessedHere', 10, GUESSING, 'session.credentials'),
    rule('signIn.email', 'guessed', 100, GUESSING),
    rule('signIn.failures', 'guesser', 200, GUESSING, 'session.credentials'),
    // Each try costs 64 MiB and 40 to 100 ms: allows a thousand phones after a lecture.
    rule('signIn', 'client', 2_000, GUESSING),
  ],
  // Allows a lecture hall's first day; each try hashes a password.
  'POST /api/accounts': [
    rule('signUp', 'client', 1_000, HOUR, 'done'),
    rule('signUp.tries', 'client', 2_000, GUESSING),
  ],
  // Bounds mails to strangers; unknown addresses count alike.
  'POST /api/password-reset': [
    rule('reset.email', 'email', 5, HOUR, 'done'),
    rule('reset', 'client', 300, 10 * MINUTE),
  ],
  'GET /api/password-reset': [cheap('reset.check')],
  'POST /api/password-reset/confirmation': [cheap('reset.confirmation')],
  // A broken release is visible in far fewer reports.
  'POST /api/faults': [rule('faults', 'client', 300, MINUTE)],
  // The database allows five per mail.
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
  'POST /api/operate/tables/{table}': [rule('table', 'user', 120, HOUR)],
  'POST /api/moderation/confirmation/start': [rule('passkey', 'user', 60, HOUR)],
  'POST /api/moderation/passkey/start': [rule('passkey', 'user', 60, HOUR)],
  'PUT /api/moderation/passkey': [rule('passkey.change', 'user', 20, HOUR)],
  // Reads all data of the user; repeated after broken downloads.
  'GET /api/profile/data': [rule('data', 'user', 5, DAY)],
  'POST /api/profile/data/mail': [rule('data.mail', 'user', 5, DAY), mails],
  // Posts award points: allows a busy day, not a script.
  'POST /api/buildings/{buildingId}/posts': [
    rule('post', 'user', 20, HOUR),
    rule('post.day', 'user', 60, DAY),
  ],
  // Allows fast typing under one post during a festival night.
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
  // Each sends a mail. The database allows three open requests per mailbox, and three hiding ones per address.
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
  // Reading speed of cases.
  'POST /api/moderation/cases/{id}/decision': [rule('decision', 'user', 60, MINUTE)],
  'POST /api/moderation/cases/{id}/undo': [rule('decision', 'user', 60, MINUTE)],
  'PUT /api/moderation/posts/{id}/visibility': [rule('decision', 'user', 60, MINUTE)],
  'PUT /api/moderation/replies/{id}/visibility': [rule('decision', 'user', 60, MINUTE)],
  'POST /api/operate/people/search': [rule('people', 'user', 60, MINUTE)],
  'POST /api/operate/people/{id}/withdrawal': [rule('act.withdrawal', 'user', 20, HOUR)],
  // Typing speed of new queries. Later pages load on scrolling or automatically.
  'GET /api/search': [
    { ...rule('search', 'user', 20, MINUTE), page: 'first' },
    { ...rule('search.next', 'user', 120, MINUTE), page: 'next' },
  ],
  // Sent at each start and reconnection; tunnels cause several.
  'POST /api/device/gone': [rule('gone', 'user', 30, 10 * MINUTE)],
  // Sent at each pause while typing a title.
  'GET /api/search/similar': [rule('similar', 'user', 60, MINUTE)],
  // Replies arrive in open threads, and notifications are tapped in sequence.
  'PUT /api/notifications/{id}/read': [mark],
  'PUT /api/notifications/read': [mark],
  'PUT /api/posts/{id}/read': [mark],
  'PUT /api/posts/{id}/mute': [mark],
  'DELETE /api/posts/{id}/mute': [mark],
  'PUT /api/posts/{id}/follow': [mark],
  'DELETE /api/posts/{id}/follow': [mark],
  'PUT /api/profile/push': [mark],
  'PUT /api/profile/push/device': [mark],
  'DELETE /api/profile/push/devices/{id}': [mark],
  'PUT /api/push/{id}/opened': [mark],
  'PUT /api/profile/notification-settings': [mark],
  'PUT /api/profile/pins': [mark],
  'PUT /api/amenities/{amenityId}/voice': [mark, amenity],
  'DELETE /api/amenities/{amenityId}/voice': [mark],
  // Each may hide a room from all; a walk tries few doors.
  'PUT /api/rooms/{roomId}/locked': [rule('locked', 'user', 20, DAY)],
  // Two reports mark a dish for all; students see few dishes.
  'PUT /api/meals/{id}/sold-out': [rule('soldOut', 'user', 20, DAY)],
  'DELETE /api/meals/{id}/sold-out': [mark],
  // Daily reports are counted under a pseudonym (`voice_counts`).
  'PUT /api/voices': [voice],
  'POST /api/codes/voice': [voice, byCode],
  'POST /api/codes/confirmation': [mark, amenity, byCode],
  // Each mails an office; a walk finds few defects.
  'POST /api/tickets': [rule('ticket', 'user', 10, DAY)],
  'DELETE /api/tickets/{id}': [deletion],
  // As many as a campus has defects.
  'PUT /api/tickets/{id}/join': [waiting],
  'DELETE /api/tickets/{id}/join': [waiting],
  'PUT /api/tickets/{id}/answer': [waiting],
  // An office moves few tickets, with three pictures. Wrong links read no row.
  'POST /api/office': [rule('office.step', 'client', 60, HOUR, 'done'), cheap('office.tries')],
  'GET /api/office/pictures/{picture}': [
    rule('office.picture', 'client', 200, HOUR, 'done'),
    cheap('office.picture.tries'),
  ],
  // At most twenty exist; users try a few words.
  'PUT /api/profile/alerts/{id}': [rule('alert', 'user', 60, HOUR)],
  'PUT /api/profile/alerts/{id}/pause': [mark],
  'DELETE /api/profile/alerts/{id}/pause': [mark],
  'DELETE /api/profile/alerts/{id}': [mark],
  // Sent at each pause while typing a word.
  'GET /api/alerts/preview': [rule('alert.preview', 'user', 60, MINUTE)],
  // Decoding a picture is the costliest call.
  'PUT /api/uploads/{id}': [rule('upload', 'user', 40, HOUR)],
};

/** Hourly mails per mailbox and counted kind. */
const MAILBOX_MAX = 5;
/** Hourly notices about own actions: as many as daily password changes. */
const NOTICES_MAX = 10;
const MAIL_COUNTS: Readonly<Record<string, string>> = {
  verification: 'verification',
  password: 'notice',
  data: 'notice',
  'rights.confirm': 'rights',
};

/**
 * Limits mails that strangers cause to a mailbox, across accounts and addresses [SF-03]. Sign-ups count separately, so as
 * not to block the owner's.
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

/** Returns a function that transfers a withdrawn account's counts [SF-47]. */
export function carryCounts(limiter: Limiter): (formerId: string, userId: string) => Promise<void> {
  const rules = Object.values(limits).flat();
  const counted = new Map(rules.filter(({ by }) => by === 'user').map((one) => [one.name, one]));
  return async (formerId, userId) => {
    for (const one of counted.values()) await limiter.carry(one, formerId, userId);
  };
}

type MailboxSettings = Pick<CampusSettings, 'dotlessMailDomains'>;

/** Password resets of an account; each restarts the count of guesses. */
const resets = { name: 'signIn.resets', max: Infinity, seconds: GUESSING };

/** Returns a function that resets failed sign-ins, everywhere within two seconds. */
export function forgiveGuesses(
  limiter: Limiter,
  settings: MailboxSettings,
): (email: string) => Promise<void> {
  return async (email) => void (await limiter.take(resets, foldMailbox(email, settings)));
}

/** Returns the rate limiter, which rejects with 429 and the seconds to wait. */
export function limitRequests(
  limiter: Limiter,
  isKnownBrowser: (cookies: string, email: string) => Promise<boolean>,
  settings: MailboxSettings,
): RateLimiter {
  const fold = (email: string) => foldMailbox(email, settings);
  const guessOf = async ({ body, cookies }: RateLimitInput): Promise<Guess | null> => {
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
      // Refunds uploads unread by a busy server, rejected codes, and malformed calls by address.
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
  /** Mailbox with its resets, and whether the browser is known. */
  subject: string;
  known: boolean;
}

function subjectOf(
  by: Subject,
  { client, userId, body, read }: RateLimitInput,
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
