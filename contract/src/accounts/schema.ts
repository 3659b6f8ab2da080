import { z } from 'zod';
import type { DeclaredEndpoint, EndpointKey } from '../endpoint.ts';
import { pins } from '../campus/schema.ts';
import { instant, uuid } from '../schema.ts';
import { boundedText } from '../text/schema.ts';
import { EMAIL_MAX, NAME_MAX, NICKNAME_MAX } from './rules.ts';

const legalDocument = z.enum(['terms', 'privacy']);

/** The signed-in student, sent only to themselves [EN-01]. */
export const me = z
  .strictObject({
    id: uuid,
    email: z.string().meta({ format: 'email' }),
    name: z.string(),
    nickname: z.string(),
    university: z.boolean(),
    emailVerified: z.boolean(),
    writingRight: z.boolean(),
    points: z.int(),
    /** Legal documents whose current version the student has not accepted yet. */
    consentsDue: z.array(legalDocument),
    createdAt: instant,
  })
  .meta({ id: 'Me' });
export type Me = z.output<typeof me>;

/** Rights of a student beyond those of every student. */
const heldRole = z.strictObject({
  operator: z.boolean(),
  boards: z.array(z.string()),
});
export type HeldRole = z.output<typeof heldRole>;

const session = z.strictObject({
  user: me.nullable(),
  role: heldRole.optional(),
  /** Blocked authors, by ids in posts and replies; absent if none. */
  blocked: z.array(uuid).optional(),
  /** Number of unread notifications, at most 100; official edition only. */
  unread: z.int().optional(),
  /** Buildings that the student pinned to home; absent if there are none. */
  pins: pins.optional(),
});

export const email = boundedText(EMAIL_MAX).meta({ format: 'email' });
const password = z.string().max(1000).meta({ format: 'password' });
/** Accepted versions of legal documents; only current ones are valid. */
const agreed = {
  termsVersion: z.string().max(40).nullable(),
  privacyVersion: z.string().max(40).nullable(),
};
/** Secret of a mailed link. */
export const token = z.string().regex(/^[A-Za-z0-9_-]{43}$/);
/** Code in the same mail. */
const code = z.string().regex(/^[0-9]{6}$/);

/** Lengths bound the work; `rules.ts` has the rules and error codes. */
export const accountEndpoints = {
  'POST /api/accounts': {
    id: 'signUp',
    access: 'public',
    summary:
      'Creates an account with its profile and signs in: sets the session cookie and sends a verification mail.',
    status: 201,
    body: z.strictObject({
      name: boundedText(NAME_MAX),
      email,
      nickname: boundedText(NAME_MAX),
      password,
      ...agreed,
    }),
    output: z.strictObject({ user: me }),
    cookies: true,
    problems: ['email.exists', 'limit.reached'],
  },
  'GET /api/session': {
    id: 'readSession',
    access: 'public',
    summary:
      'Returns the signed-in student, or null. In the official edition with role, blocked students, unread count and pinned buildings.',
    output: session,
  },
  'POST /api/session': {
    id: 'signIn',
    access: 'public',
    summary:
      'Signs in and sets the session cookie. Returns null for an account without a profile, which stays signed out.',
    status: 201,
    body: z.strictObject({ email, password }),
    output: session,
    cookies: true,
    problems: ['session.credentials', 'account.closed', 'limit.reached'],
  },
  'DELETE /api/session': {
    id: 'signOut',
    summary: 'Signs out.',
    cookies: true,
  },
  'POST /api/verification': {
    id: 'requestVerification',
    summary: 'Sends the verification mail again.',
    status: 202,
    problems: ['email.verified', 'limit.reached'],
  },
  'POST /api/verification/confirmation': {
    id: 'confirmVerification',
    summary: 'Verifies the address by the token of the mail, in a session of the same account.',
    body: z.strictObject({ token }),
    output: z.strictObject({ user: me }),
    problems: ['token.spent', 'limit.reached'],
  },
  'POST /api/verification/code': {
    id: 'confirmVerificationByCode',
    summary: 'Verifies the address by the code of the mail, in the session that requested it.',
    body: z.strictObject({ code }),
    output: z.strictObject({ user: me }),
    problems: ['mailedCode.wrong', 'mailedCode.spent', 'token.spent', 'limit.reached'],
  },
  'POST /api/password-reset': {
    id: 'requestPasswordReset',
    access: 'public',
    summary:
      'Sends a password reset mail if the address is known. The answer is always the same. Its cookie allows this browser to enter the code.',
    status: 202,
    body: z.strictObject({ email }),
    cookies: true,
    problems: ['limit.reached'],
  },
  'GET /api/password-reset': {
    id: 'checkMailedLink',
    access: 'public',
    summary:
      'Returns whether a reset link is still valid, without using it. Unknown, used and expired links get the same answer.',
    query: z.strictObject({ token, purpose: z.enum(['reset', 'undo']) }),
    output: z.strictObject({ usable: z.boolean() }),
    problems: ['limit.reached'],
  },
  'POST /api/password-reset/confirmation': {
    id: 'confirmPasswordReset',
    access: 'public',
    summary: 'Sets a new password by the token of the mail and ends all sessions of the account.',
    body: z.strictObject({ token, password }),
    cookies: true,
    problems: ['token.spent', 'limit.reached'],
  },
  'POST /api/password-reset/code': {
    id: 'confirmPasswordResetByCode',
    access: 'public',
    summary:
      'Sets a new password by the code of the mail, in the browser that requested it, and ends all sessions of the account.',
    body: z.strictObject({ code, password }),
    cookies: true,
    problems: ['mailedCode.wrong', 'mailedCode.spent', 'token.spent', 'limit.reached'],
  },
  'GET /api/profile': {
    id: 'readProfile',
    summary: 'Returns the own profile and checks the writing right again [ST-03].',
    output: z.strictObject({ user: me }),
  },
  'GET /api/profile/data': {
    id: 'downloadOwnData',
    summary: 'Returns all stored data of the student as a zip file: data.json and the uploaded pictures.',
    stream: 'archive',
    problems: ['limit.reached'],
  },
  'POST /api/profile/data/mail': {
    id: 'mailOwnData',
    summary: 'Mails the student a link to the page of the data download, for a browser that can save files.',
    status: 202,
    problems: ['limit.reached'],
  },
  'POST /api/profile/consents': {
    id: 'giveConsents',
    summary: 'Accepts the current terms and privacy policy.',
    body: z.strictObject(agreed),
    output: z.strictObject({ user: me }),
  },
  'PUT /api/profile/nickname': {
    id: 'changeNickname',
    summary: 'Changes the nickname, also on old posts.',
    body: z.strictObject({ nickname: boundedText(NICKNAME_MAX) }),
    output: z.strictObject({ user: me }),
    problems: ['limit.reached'],
  },
  'PUT /api/profile/password': {
    id: 'changePassword',
    summary: 'Changes the password, given the old one, and ends all other sessions.',
    body: z.strictObject({ oldPassword: password, password }),
    problems: ['account.reauthentication', 'limit.reached'],
  },
  'PUT /api/profile/email': {
    id: 'changeEmail',
    summary:
      'Changes the e-mail address, given the password, and resets verification and writing right [ST-04].',
    body: z.strictObject({ email, password }),
    output: z.strictObject({ user: me }),
    problems: ['account.reauthentication', 'email.exists', 'limit.reached'],
  },
  'POST /api/profile/email/undo': {
    id: 'undoEmailChange',
    access: 'public',
    summary:
      'Reverts a change of e-mail address by the token sent to the old address, and sets a new password.',
    body: z.strictObject({ token, password }),
    problems: ['token.spent', 'email.exists', 'limit.reached'],
  },
  'POST /api/profile/withdrawal': {
    id: 'withdraw',
    summary: 'Deletes the account, given the password. Posts and replies stay without an author [ST-10].',
    body: z.strictObject({ password }),
    cookies: true,
    problems: [
      'account.reauthentication',
      'withdrawal.reauthentication',
      'withdrawal.profile',
      'withdrawal.account',
      'role.last',
      'limit.reached',
    ],
  },
} as const satisfies Record<EndpointKey, DeclaredEndpoint>;
