import type { Campus } from '@madang/campus/campus';
import {
  emailProblem,
  isUniversityEmail,
  normalizeEmail,
  normalizeNickname,
  passwordProblem,
} from '@madang/contract/accounts/rules';
import { normalizeForm } from '@madang/contract/text/rules';
import { v4 as uuidv4 } from 'uuid';
import type { Transaction } from '../../platform/database/database.ts';
import { ProblemError, refuseFields } from '../../platform/http/problem.ts';
import { hashPassword, verifyPassword } from '../../platform/sessions/passwords.ts';
import { endSessionsOf, hashSecret, makeSecret, type Session } from '../../platform/sessions/sessions.ts';
import type { Counter } from '../analytics/index.ts';
import { requireAgreement, requireSignUp, type AgreedVersions, type SignUpInput } from './accounts.policy.ts';
import {
  findAccount,
  findAccountByEmail,
  findUser,
  hasPassword,
  insertAccount,
  insertConsent,
  insertProfile,
  lockUser,
  setPassword,
  setVerified,
  type UserRow,
} from './accounts.queries.ts';
import { claimEmail } from './claim.actions.ts';
import { requireUsable, requireUser, spendLink } from './credentials.actions.ts';
import { mailLink, mailVerification, type AccountsDependencies } from './mail.actions.ts';
import { insertCode } from './mailed-codes.queries.ts';
import { describeMailbox, type Mailbox } from './mailbox.ts';
import { applyWritingRight } from './right.actions.ts';
import { endTokens, insertToken, setTokenHash } from './tokens.queries.ts';

/** A session that begins: its cookie's value, and whose it is. */
interface BegunSession {
  secret: string;
  user: UserRow;
}

/**
 * Sign-up: account and profile, both consents, the verification mail and a session of its own in one transaction
 * [CA-01]. An address that has an account begins no session, whatever the password.
 *
 * @param client the address that asks.
 * @throws {ProblemError} `input.invalid` with every wrong field, `email.exists`, `server.unavailable` when too many
 *   passwords wait to be hashed.
 */
export async function signUp(
  dependencies: AccountsDependencies & { counter: Counter },
  client: string,
  input: SignUpInput,
): Promise<BegunSession> {
  const { settings } = dependencies.campus;
  requireSignUp(input, settings.reservedNicknames, dependencies.campus);
  const email = normalizeEmail(input.email);
  const university = isUniversityEmail(email, settings.university.domain);
  const passwordHash = await hashPassword(input.password, client);
  return dependencies.database.transaction(async (transaction) => {
    const id = uuidv4();
    const write = () => insertAccount(transaction, { id, email, passwordHash });
    await claimEmail(dependencies, transaction, { accountId: id, email, write });
    const name = normalizeForm(input.name, 'NFC').trim();
    await insertProfile(transaction, { id, name, nickname: normalizeNickname(input.nickname), university });
    await dependencies.guard?.requireAdmitted(transaction, id, email);
    await dependencies.guard?.carryOver(transaction, id, email);
    await insertConsents(transaction, dependencies.campus, id);
    transaction.afterCommit(() => dependencies.counter.add('signUp'));
    const user = await findUser(transaction, id);
    if (!user) throw new ProblemError('server.failed');
    const secret = await dependencies.sessions.begin(transaction, id);
    const holder = hashSecret(secret);
    await mailLink(dependencies, transaction, {
      accountId: id,
      kind: 'verification',
      countedAs: 'signUp',
      recipient: email,
      holder,
    });
    return { secret, user };
  });
}

/**
 * Sign-in: a new session of its own. Unknown address and wrong password are distinguished by nothing [SF-02].
 * An account without profile stays logged out: the answer is null [ST-02].
 *
 * @param client the address that asks.
 * @throws {ProblemError} `session.credentials`, `account.closed`, `server.unavailable` when too many passwords wait to be
 *   checked.
 */
export async function signIn(
  dependencies: AccountsDependencies & { counter: Counter },
  client: string,
  input: { email: string; password: string },
): Promise<BegunSession | null> {
  refuseFields({
    email: input.email.trim() ? null : 'required',
    password: input.password ? null : 'required',
  });
  // What cannot be an address has no account, and is answered like any other that has none.
  const possible = emailProblem(input.email) === null;
  const account = possible
    ? await findAccountByEmail(dependencies.database, mailboxIn(dependencies, input.email))
    : undefined;
  const seen = account?.password_hash ?? null;
  const fits = await verifyPassword(seen, input.password, client);
  if (!account || seen === null || !fits) throw new ProblemError('session.credentials');
  return dependencies.database.transaction(async (transaction) => {
    const user = await lockUser(transaction, account.id);
    if (!user) return null;
    const same = user.email === account.email && (await hasPassword(transaction, user.id, seen));
    if (!same) throw new ProblemError('session.credentials');
    await dependencies.guard?.requireOpen(transaction, user.id);
    transaction.afterCommit(() => dependencies.counter.add('login'));
    return { secret: await dependencies.sessions.begin(transaction, account.id), user };
  });
}

/**
 * Sends the verification mail again.
 *
 * @throws {ProblemError} `email.verified` when there is nothing left to verify.
 */
export async function requestVerification(
  dependencies: AccountsDependencies,
  session: Session,
): Promise<void> {
  await dependencies.database.transaction(async (transaction) => {
    const user = await requireUser(transaction, session);
    if (user.email_verified_at) throw new ProblemError('email.verified');
    await mailVerification(dependencies, transaction, session, user);
  });
}

/**
 * Confirms the address that the link was mailed to, in a session of the link's own account [SF-08], and
 * grants the writing right where the rule says so [ST-03].
 *
 * @param link the hash of its secret.
 * @throws {ProblemError} `token.spent` for a link that is used, expired, another account's or another address's.
 */
export async function confirmVerification(
  dependencies: AccountsDependencies,
  session: Session,
  link: Buffer,
): Promise<UserRow> {
  return dependencies.database.transaction(async (transaction) => {
    const token = await spendLink(transaction, 'verification', link);
    // Thrown inside the transaction: a link that another account opened stays unused for its owner.
    if (token.account_id !== session.userId) throw new ProblemError('token.spent');
    if (!(await setVerified(transaction, token.account_id, token.email)))
      throw new ProblemError('token.spent');
    await dependencies.guard?.carryOver(transaction, token.account_id, token.email);
    await dependencies.guard?.noteAddress(transaction, token.account_id, token.email);
    return applyWritingRight(transaction, await requireUser(transaction, session), dependencies.campus);
  });
}

/**
 * Sends a reset mail where the address has an account; nobody can tell from outside whether it did.
 *
 * @returns what the browser that asked is given, to try the code of the mail: for every address.
 */
export async function requestReset(
  dependencies: AccountsDependencies,
  input: { email: string },
): Promise<string> {
  refuseFields({ email: emailProblem(input.email) });
  const asked = makeSecret();
  const holder = hashSecret(asked);
  await dependencies.database.transaction(async (transaction) => {
    const account = await findAccountByEmail(transaction, mailboxIn(dependencies, input.email));
    if (account) {
      const { id: accountId, reset_email: recipient } = account;
      await mailLink(dependencies, transaction, { accountId, kind: 'reset', recipient, holder });
    } else await insertCode(transaction, holder, null);
  });
  return asked;
}

/**
 * Sets a new password by the link of a reset mail; all sessions and open reset links of the account end. Answers
 * which account it is.
 *
 * @param input the link is the hash of its secret.
 * @throws {ProblemError} `input.invalid`, `token.spent`.
 */
export async function confirmReset(
  dependencies: AccountsDependencies,
  client: string,
  input: { link: Buffer; password: string },
): Promise<string> {
  refuseFields({ password: passwordProblem(input.password) });
  await requireUsable(dependencies.database, 'reset', input.link);
  const passwordHash = await hashPassword(input.password, client);
  return dependencies.database.transaction(async (transaction) => {
    const token = await spendLink(transaction, 'reset', input.link);
    await setPassword(transaction, token.account_id, passwordHash);
    await endTokens(transaction, token.account_id, ['reset']);
    await dependencies.sessions.endAllOf(transaction, token.account_id);
    transaction.afterCommit(() => dependencies.sessions.forget(({ userId }) => userId === token.account_id));
    return token.account_id;
  });
}

/**
 * The own profile, its writing right checked again [ST-03].
 *
 * @throws {ProblemError} `session.required` when the profile is gone.
 */
export async function openProfile(dependencies: AccountsDependencies, session: Session): Promise<UserRow> {
  return dependencies.database.transaction(async (transaction) =>
    applyWritingRight(transaction, await requireUser(transaction, session), dependencies.campus),
  );
}

/**
 * Takes the password away at the operator's word: it opens nothing any more, all sessions and open reset
 * links end. The answer is the secret of a reset link like the mailed ones, single use, for one hour; it
 * is nowhere else. In the caller's transaction; null when there is no such account.
 */
export async function revokePassword(transaction: Transaction, accountId: string): Promise<string | null> {
  const account = await findAccount(transaction, accountId);
  if (!account) return null;
  await setPassword(transaction, accountId, null);
  await endTokens(transaction, accountId, ['reset']);
  await endSessionsOf(transaction, accountId);
  const secret = makeSecret();
  const tokenId = await insertToken(transaction, accountId, 'reset', account.reset_email);
  await setTokenHash(transaction, tokenId, hashSecret(secret));
  return secret;
}

/**
 * Takes the consent to the texts that changed since the user last agreed; one that stands already is not doubled.
 *
 * @throws {ProblemError} `input.invalid` for versions that are not in force.
 */
export async function giveConsents(
  dependencies: AccountsDependencies,
  session: Session,
  input: AgreedVersions,
): Promise<UserRow> {
  requireAgreement(input, dependencies.campus);
  return dependencies.database.transaction(async (transaction) => {
    // Locks the user: of two calls at once, the second sees what the first wrote.
    await requireUser(transaction, session);
    await insertConsents(transaction, dependencies.campus, session.userId);
    return requireUser(transaction, session);
  });
}

function mailboxIn({ campus }: AccountsDependencies, email: string): Mailbox {
  return describeMailbox(normalizeEmail(email), campus.settings);
}

async function insertConsents(
  transaction: Transaction,
  { terms, privacy }: Campus,
  userId: string,
): Promise<void> {
  await insertConsent(transaction, userId, 'terms', terms.version);
  await insertConsent(transaction, userId, 'privacy', privacy.version);
}
