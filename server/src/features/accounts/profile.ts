import {
  emailProblem,
  isUniversityEmail,
  nicknameProblem,
  normalizeEmail,
  normalizeNickname,
  passwordProblem,
} from '@madang/contract/accounts/rules';
import type { ProblemCode } from '@madang/contract/errors';
import { DatabaseError, type Transaction } from '../../database/database.ts';
import { ProblemError, refuseFields } from '../../http/problem.ts';
import { hashPassword } from '../../sessions/passwords.ts';
import { hashSecret, type Session } from '../../sessions/sessions.ts';
import {
  deleteAccount,
  deleteProfile,
  lockLeaver,
  resetRight,
  restoreEmail,
  setEmail,
  setNickname,
  setPassword,
  type UserRow,
} from './account-rows.ts';
import { claimEmail } from './accounts.ts';
import {
  reauthenticate,
  requireReauthenticated,
  requireUsable,
  requireUser,
  spendLink,
} from './credentials.ts';
import { type AccountsDependencies, mailNotice, mailVerification, writeParting } from './mails.ts';
import { endLaterUndos, endTokens, insertUndo } from './tokens.ts';
import { listReturned, recordWithdrawals, type Withdrawal } from './user-data.ts';

/** Deletes a withdrawing user's references, in the withdrawal's transaction. */
export type DeleteUserData = (transaction: Transaction, userId: string) => Promise<void>;

/** Changes the nickname by the rules of sign-up [VA-07]. */
export async function changeNickname(
  dependencies: AccountsDependencies,
  session: Session,
  nickname: string,
): Promise<UserRow> {
  refuseFields({ nickname: nicknameProblem(nickname, dependencies.campus.settings.reservedNicknames) });
  return dependencies.database.transaction(async (transaction) => {
    const user = await requireUser(transaction, session);
    const changed = normalizeNickname(nickname);
    await setNickname(transaction, user.id, changed);
    // Every post and reply of the user shows the nickname.
    transaction.afterCommit(() => dependencies.cache.invalidateAll());
    return { ...user, nickname: changed };
  });
}

/**
 * Changes the password, ends other sessions, mails a notice [VA-08].
 * Reset links stay valid: the mailbox outranks the password.
 *
 * @throws {ProblemError} `input.invalid`, `account.reauthentication`, `session.required`.
 */
export async function changePassword(
  dependencies: AccountsDependencies,
  session: Session,
  input: { oldPassword: string; password: string },
): Promise<void> {
  refuseFields({
    oldPassword: input.oldPassword ? null : 'required',
    password: passwordProblem(input.password),
  });
  const seen = await reauthenticate(dependencies.database, session, input.oldPassword);
  const passwordHash = await hashPassword(input.password, session.userId);
  await dependencies.database.transaction(async (transaction) => {
    const user = await requireReauthenticated(dependencies.sessions, transaction, session, seen);
    await setPassword(transaction, user.id, passwordHash);
    await endOtherSessions(dependencies, transaction, session);
    await mailNotice(dependencies, transaction, user.id, 'password');
  });
}

/**
 * Changes the e-mail; resets verification and right, ends other sessions and links.
 * Mails a verification link, and an undo link to the old address [ST-04].
 *
 * @throws {ProblemError} `input.invalid`, `account.reauthentication`, `email.exists`.
 */
export async function changeEmail(
  dependencies: AccountsDependencies,
  session: Session,
  input: { email: string; password: string },
): Promise<UserRow> {
  refuseFields({ email: emailProblem(input.email), password: input.password ? null : 'required' });
  const seen = await reauthenticate(dependencies.database, session, input.password);
  const email = normalizeEmail(input.email);
  const university = isUniversityEmail(email, dependencies.campus.settings.university.domain);
  return dependencies.database.transaction(async (transaction) => {
    const user = await requireReauthenticated(dependencies.sessions, transaction, session, seen);
    if (user.email === email) throw new ProblemError('email.exists');
    const undoId = await insertUndo(transaction, user.id);
    const write = () => setEmail(transaction, user.id, email);
    await claimEmail(dependencies, transaction, { accountId: user.id, email, write });
    await dependencies.guard?.requireNotBanned(transaction, user.id, email);
    await resetRight(transaction, user.id, university);
    await endTokens(transaction, user.id, ['verification', 'reset']);
    await endOtherSessions(dependencies, transaction, session);
    await mailVerification(dependencies, transaction, session, { ...user, email });
    const undo = { accountId: user.id, tokenId: undoId, kind: 'undo', recipient: user.email } as const;
    await dependencies.mailQueue.add(transaction, undo);
    return {
      ...user,
      email,
      university,
      email_verified_at: null,
      writing_right: false,
      right_override: user.right_override === false ? false : null,
    };
  });
}

/**
 * Undoes an e-mail change and later ones; sets a new password, ends all sessions.
 * Earlier undo links stay valid.
 *
 * @throws {ProblemError} `input.invalid`, `token.spent`, `email.exists`.
 */
export async function undoEmailChange(
  dependencies: AccountsDependencies,
  client: string,
  input: { token: string; password: string },
): Promise<void> {
  refuseFields({ password: passwordProblem(input.password) });
  const link = hashSecret(input.token);
  await requireUsable(dependencies.database, 'undo', link);
  const passwordHash = await hashPassword(input.password, client);
  await dependencies.database.transaction(async (transaction) => {
    const token = await spendLink(transaction, 'undo', link);
    const userId = token.account_id;
    const write = () => restoreEmail(transaction, token.id);
    const own = token.verified_at !== null;
    await claimEmail(dependencies, transaction, { accountId: userId, email: token.email, own, write });
    await resetRight(
      transaction,
      userId,
      isUniversityEmail(token.email, dependencies.campus.settings.university.domain),
    );
    await setPassword(transaction, userId, passwordHash);
    await endTokens(transaction, userId, ['verification', 'reset']);
    await endLaterUndos(transaction, token);
    await dependencies.sessions.endAllOf(transaction, userId);
    transaction.afterCommit(() => dependencies.sessions.forget((ended) => ended.userId === userId));
  });
}

/**
 * Deletes references, profile and account in one transaction [ST-10]; mails a notice.
 * Each stage has an error code: (1), (2), (3) in the specification.
 *
 * @throws {ProblemError} `account.reauthentication`, `withdrawal.reauthentication`, `withdrawal.profile`,
 * `withdrawal.account`, `role.last`.
 */
export async function withdraw(
  dependencies: AccountsDependencies & RemovalDependencies,
  session: Session,
  password: string,
): Promise<void> {
  refuseFields({ password: password ? null : 'required' });
  const seen = await inStage('withdrawal.reauthentication', () =>
    reauthenticate(dependencies.database, session, password),
  );
  await dependencies.database.transaction(async (transaction) => {
    await requireReauthenticated(dependencies.sessions, transaction, session, seen);
    await removeUser(dependencies, transaction, session.userId);
  });
}

export type RemovalDependencies = Pick<AccountsDependencies, 'mailQueue' | 'cache' | 'sessions'> & {
  deleteUserData: readonly DeleteUserData[];
};

/**
 * Deletes a locked user and mails a notice; sessions end after the commit [ST-10].
 *
 * @throws {ProblemError} `withdrawal.profile`, `withdrawal.account`, `role.last`.
 */
export async function removeUser(
  { mailQueue, cache, sessions, deleteUserData }: RemovalDependencies,
  transaction: Transaction,
  userId: string,
): Promise<void> {
  const parting = await writeParting(transaction, mailQueue.compose, userId);
  await deleteUser(transaction, deleteUserData, userId);
  if (parting) mailQueue.addParting(transaction, parting);
  transaction.afterCommit(() => {
    cache.invalidateAll();
    sessions.forget((ended) => ended.userId === userId);
  });
}

/**
 * Deletes references, profile and account, in this order [ST-10].
 * The ledger repeats it in restored backups. Cached sessions end within two seconds.
 *
 * @throws {ProblemError} `withdrawal.profile`, `withdrawal.account`.
 */
export async function deleteUser(
  transaction: Transaction,
  deleteUserData: readonly DeleteUserData[],
  userId: string,
): Promise<void> {
  await inStage('withdrawal.profile', async () => {
    await lockLeaver(transaction, userId);
    for (const erase of deleteUserData) await erase(transaction, userId);
    await deleteProfile(transaction, userId);
  });
  await inStage('withdrawal.account', async () => {
    await deleteAccount(transaction, userId);
    await recordWithdrawals(transaction, [{ userId, withdrawnAt: new Date().toISOString() }]);
  });
}

/** Records a ledger's withdrawals; deletes restored users and returns their number. */
export async function repeatWithdrawals(
  transaction: Transaction,
  deleteUserData: readonly DeleteUserData[],
  withdrawals: readonly Withdrawal[],
): Promise<number> {
  await recordWithdrawals(transaction, withdrawals);
  const returned = await listReturned(transaction);
  for (const userId of returned) await deleteUser(transaction, deleteUserData, userId);
  return returned.length;
}

async function inStage<Result>(code: ProblemCode, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    // Deadlocked transactions are retried.
    if (error instanceof ProblemError || (error instanceof DatabaseError && error.deadlocked)) throw error;
    throw new ProblemError(code, { cause: error });
  }
}

async function endOtherSessions(
  dependencies: AccountsDependencies,
  transaction: Transaction,
  session: Session,
): Promise<void> {
  await dependencies.sessions.endAllOf(transaction, session.userId, session.id);
  transaction.afterCommit(() =>
    dependencies.sessions.forget(({ id, userId }) => userId === session.userId && id !== session.id),
  );
}
