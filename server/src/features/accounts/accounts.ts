import type { Body } from '@madang/contract/endpoints';
import type { Campus } from '@madang/campus/campus';
import {
  emailProblem,
  isUniversityEmail,
  MAILED_CODE_TRIES,
  nameProblem,
  nicknameProblem,
  normalizeEmail,
  normalizeNickname,
  passwordProblem,
  type ReservedNicknames,
} from '@madang/contract/accounts/rules';
import { normalizeForm } from '@madang/contract/text/rules';
import { v4 as uuidv4 } from 'uuid';
import { type Executor, isUniqueViolation, type Transaction } from '../../database/database.ts';
import { ProblemError, refuseFields } from '../../http/problem.ts';
import type { InstallationKeys } from '../../lib/installation-keys.ts';
import { hashPassword, verifyPassword } from '../../sessions/passwords.ts';
import { endSessionsOf, hashSecret, makeSecret, type Session } from '../../sessions/sessions.ts';
import type { Counter } from '../analytics/index.ts';
import {
  describeMailbox,
  fallBack,
  findAccount,
  findAccountByEmail,
  findUser,
  hasPassword,
  hasRightElsewhere,
  insertAccount,
  insertConsent,
  insertProfile,
  isTaken,
  lockMailbox,
  lockUser,
  type Mailbox,
  resetRight,
  setPassword,
  setRightOverride,
  setVerified,
  setWritingRight,
  type UserRow,
} from './account-rows.ts';
import { requireUsable, requireUser, spendLink } from './credentials.ts';
import { type AccountsDependencies, mailLink, mailNotice, mailVerification } from './mails.ts';
import { codeText, endTokens, findHolder, insertCode, insertToken, setTokenHash, takeTry } from './tokens.ts';

interface BegunSession {
  secret: string;
  user: UserRow;
}

/**
 * Signs up and begins a session in one transaction [CA-01]; never for a taken address.
 *
 * @param client IP address.
 * @throws {ProblemError} `input.invalid`, `email.exists`, `server.unavailable` (hashing queue full).
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
    await dependencies.guard?.requireNotBanned(transaction, id, email);
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
 * Begins a session; null without profile [ST-02].
 * The error does not reveal whether the address exists [SF-02].
 *
 * @param client IP address.
 * @throws {ProblemError} `session.credentials`, `account.closed`, `server.unavailable` (hashing queue full).
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
  // An impossible address is answered like an unknown one.
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
 * @throws {ProblemError} `email.verified`.
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
 * Verifies the address in its account's session [SF-08]; updates the writing right [ST-03].
 *
 * @param link hash of its secret.
 * @throws {ProblemError} `token.spent`, also for another account or address.
 */
export async function confirmVerification(
  dependencies: AccountsDependencies,
  session: Session,
  link: Buffer,
): Promise<UserRow> {
  return dependencies.database.transaction(async (transaction) => {
    const token = await spendLink(transaction, 'verification', link);
    // Rolls back, so that the link stays unused for its owner.
    if (token.account_id !== session.userId) throw new ProblemError('token.spent');
    if (!(await setVerified(transaction, token.account_id, token.email)))
      throw new ProblemError('token.spent');
    await dependencies.guard?.carryOver(transaction, token.account_id, token.email);
    await dependencies.guard?.noteAddress(transaction, token.account_id, token.email);
    return applyWritingRight(transaction, await requireUser(transaction, session), dependencies.campus);
  });
}

/**
 * Mails a reset link if the account exists, without revealing that.
 *
 * @returns a secret for the mailed code, for any address.
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
 * Sets a new password; ends sessions and reset links. Returns the account id.
 *
 * @param input `link`: hash of the secret. @throws {ProblemError} `input.invalid`, `token.spent`.
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
 * Updates the writing right [ST-03] and returns the own profile.
 *
 * @throws {ProblemError} `session.required` if deleted.
 */
export async function openProfile(dependencies: AccountsDependencies, session: Session): Promise<UserRow> {
  return dependencies.database.transaction(async (transaction) =>
    applyWritingRight(transaction, await requireUser(transaction, session), dependencies.campus),
  );
}

/**
 * Disables the password; ends sessions and reset links.
 * Returns a one-hour reset link's unstored secret; null for an unknown account.
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
 * Records new consents.
 *
 * @throws {ProblemError} `input.invalid` for versions not in force.
 */
export async function giveConsents(
  dependencies: AccountsDependencies,
  session: Session,
  input: AgreedVersions,
): Promise<UserRow> {
  refuseFields(agreementProblems(input, dependencies.campus));
  return dependencies.database.transaction(async (transaction) => {
    // A parallel call waits for the lock, then sees these rows.
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

/**
 * Sets an account's address; reverts other accounts' unverified changes to its mailbox.
 * Checks after the write, since another transaction may release the address.
 *
 * @param claim `write` sets the address, false if taken. `own`: verified before, so its mailbox may be shared.
 * @throws {ProblemError} `email.exists` for sign-up, verified and restorable addresses.
 */
export async function claimEmail(
  dependencies: Pick<AccountsDependencies, 'campus' | 'mailQueue'>,
  transaction: Transaction,
  claim: { accountId: string; email: string; own?: boolean; write: () => Promise<boolean> },
): Promise<void> {
  const { accountId, email, own = false, write } = claim;
  const mailbox = describeMailbox(email, dependencies.campus.settings);
  try {
    await lockMailbox(transaction, mailbox);
    await sendBack(dependencies, transaction, accountId, mailbox);
    const bound = own ? { ...mailbox, exact: true } : mailbox;
    if ((await write()) && !(await isTaken(transaction, bound, accountId))) return;
  } catch (error) {
    if (!isUniqueViolation(error, 'accounts_email_key')) throw error;
  }
  throw new ProblemError('email.exists');
}

async function sendBack(
  dependencies: Pick<AccountsDependencies, 'campus' | 'mailQueue'>,
  transaction: Transaction,
  claimant: string,
  mailbox: Mailbox,
): Promise<void> {
  const { domain } = dependencies.campus.settings.university;
  for (const id of await fallBack(transaction, mailbox, claimant)) {
    await endTokens(transaction, id, ['verification', 'reset']);
    await mailNotice(dependencies, transaction, id, 'fallback');
    const user = await lockUser(transaction, id);
    if (!user) continue;
    await resetRight(transaction, id, isUniversityEmail(user.email, domain));
    await applyWritingRight(transaction, user, dependencies.campus);
  }
}

/** Overrides a writing right; null restores the rule. Returns the user, if any. */
export async function overrideWritingRight(
  transaction: Transaction,
  campus: Campus,
  userId: string,
  right: boolean | null,
): Promise<UserRow | undefined> {
  await setRightOverride(transaction, userId, right);
  const user = await lockUser(transaction, userId);
  return user && applyWritingRight(transaction, user, campus);
}

/** Updates the writing right [ST-03]; only one account per mailbox has it. */
async function applyWritingRight(transaction: Transaction, user: UserRow, campus: Campus): Promise<UserRow> {
  const { email, right_override: override } = user;
  const verified = user.email_verified_at !== null;
  const ruled = hasWritingRight({ email, verified, override }, campus.settings.university.domain);
  const right =
    ruled && (user.writing_right || override === true || !(await isGiven(transaction, user, campus)));
  await setWritingRight(transaction, user.id, right);
  return { ...user, writing_right: right };
}

/** Whether another account of the same mailbox has the right. */
async function isGiven(transaction: Transaction, { id, email }: UserRow, campus: Campus): Promise<boolean> {
  const mailbox = describeMailbox(email, campus.settings);
  await lockMailbox(transaction, mailbox);
  return hasRightElsewhere(transaction, mailbox, id);
}

/**
 * Verifies the address by the code, in the requesting session [PH-14].
 *
 * @throws {ProblemError} `mailedCode.wrong`, `mailedCode.spent`, `token.spent`.
 */
export async function confirmVerificationByCode(
  dependencies: AccountsDependencies,
  session: Session,
  code: string,
): Promise<UserRow> {
  const { database, keys } = dependencies;
  const link = await tryCode(database, keys, await findHolder(database, session), code);
  return confirmVerification(dependencies, session, link);
}

/**
 * Sets a new password by the code, in the requesting browser [PH-14]. Returns the account id.
 *
 * @param asked secret from {@link requestReset}.
 * @throws {ProblemError} `input.invalid`, `mailedCode.wrong`, `mailedCode.spent`, `token.spent`.
 */
export async function confirmResetByCode(
  dependencies: AccountsDependencies,
  client: string,
  asked: string | undefined,
  { code, password }: { code: string; password: string },
): Promise<string> {
  // An invalid password uses no try; a wrong code computes no hash.
  refuseFields({ password: passwordProblem(password) });
  const holder = asked === undefined ? undefined : hashSecret(asked);
  const link = await tryCode(dependencies.database, dependencies.keys, holder, code);
  return confirmReset(dependencies, client, { link, password });
}

/**
 * Counts a try, then checks the code.
 *
 * @param holder the browser's hashed secret.
 * @returns hash of the link, perhaps unusable.
 * @throws {ProblemError} `mailedCode.wrong`; `mailedCode.spent` without tries or code.
 */
async function tryCode(
  executor: Executor,
  keys: InstallationKeys,
  holder: Buffer | undefined,
  code: string,
): Promise<Buffer> {
  const row = holder && (await takeTry(executor, holder));
  if (!row) throw new ProblemError('mailedCode.spent');
  const right = keys.proves('mailedCode', codeText(row.token_id ?? '', code), row.hash ?? Buffer.alloc(32));
  if (right && row.link_hash) return row.link_hash;
  throw new ProblemError(row.tries < MAILED_CODE_TRIES ? 'mailedCode.wrong' : 'mailedCode.spent');
}

type SignUpInput = Body<'POST /api/accounts'>;
type AgreedVersions = Pick<SignUpInput, 'termsVersion' | 'privacyVersion'>;

function agreementProblems(input: AgreedVersions, { terms, privacy }: Pick<Campus, 'terms' | 'privacy'>) {
  return {
    termsVersion: input.termsVersion === terms.version ? null : 'terms.required',
    privacyVersion: input.privacyVersion === privacy.version ? null : 'terms.required',
  } as const;
}

/** Reports every sign-up error at once [VA-01 to VA-05, VA-12]. */
function requireSignUp(
  input: SignUpInput,
  reserved: ReservedNicknames,
  texts: Pick<Campus, 'terms' | 'privacy'>,
): void {
  refuseFields({
    name: nameProblem(input.name),
    email: emailProblem(input.email),
    nickname: nicknameProblem(input.nickname, reserved),
    password: passwordProblem(input.password),
    ...agreementProblems(input, texts),
  });
}

/** Whether a user may write on building and festival boards [ST-03]. */
export function hasWritingRight(
  user: { email: string; verified: boolean; override: boolean | null },
  domain: string,
): boolean {
  return user.override ?? (user.verified && isUniversityEmail(user.email, domain));
}
