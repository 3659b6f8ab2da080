import type { Executor, Transaction } from '../../platform/database/database.ts';
import { ProblemError } from '../../platform/http/problem.ts';
import { verifyPassword } from '../../platform/sessions/passwords.ts';
import type { Session, Sessions } from '../../platform/sessions/sessions.ts';
import { findAccount, hasPassword, lockUser, type UserRow } from './account-rows.ts';
import { findTokenOwner, isTokenUsable, spendToken, type TokenPurpose, type TokenRow } from './tokens.ts';

// A password is checked outside of any transaction, since that is slow on purpose. Meanwhile a reset may have ended
// what it opened: anyone who checks one locks the account before writing, and asks whether it is the same password still.

/** The signed-in user, locked for the transaction; gone means that the session is over. */
export async function requireUser(transaction: Transaction, session: Session): Promise<UserRow> {
  const user = await lockUser(transaction, session.userId);
  if (!user) throw new ProblemError('session.required');
  return user;
}

/**
 * Checks the password of anyone who is signed in.
 *
 * @returns its hash, to be handed to {@link requireReauthenticated}.
 * @throws {ProblemError} `account.reauthentication`.
 */
export async function reauthenticate(
  executor: Executor,
  session: Session,
  password: string,
): Promise<string> {
  const hash = (await findAccount(executor, session.userId))?.password_hash ?? null;
  if (!(await verifyPassword(hash, password, session.userId)) || hash === null)
    throw new ProblemError('account.reauthentication');
  return hash;
}

/**
 * The signed-in user, locked, as long as session and password are those that were seen.
 *
 * @throws {ProblemError} `session.required`, `account.reauthentication`.
 */
export async function requireReauthenticated(
  sessions: Sessions,
  transaction: Transaction,
  session: Session,
  passwordHash: string,
): Promise<UserRow> {
  const user = await requireUser(transaction, session);
  if (!(await sessions.hold(transaction, session))) throw new ProblemError('session.required');
  if (!(await hasPassword(transaction, user.id, passwordHash)))
    throw new ProblemError('account.reauthentication');
  return user;
}

/**
 * Refuses a link that opens nothing before a password is hashed for it: what anybody may send costs a query alone.
 *
 * @param hash of the secret in the mail.
 * @throws {ProblemError} `token.spent`.
 */
export async function requireUsable(executor: Executor, purpose: TokenPurpose, hash: Buffer): Promise<void> {
  if (!(await isTokenUsable(executor, purpose, hash))) throw new ProblemError('token.spent');
}

/**
 * Uses a mailed link up. Its account is locked first, as everywhere: two that lock in different orders would wait
 * for each other.
 *
 * @param hash of the secret in the mail.
 * @throws {ProblemError} `token.spent`.
 */
export async function spendLink(
  transaction: Transaction,
  purpose: TokenPurpose,
  hash: Buffer,
): Promise<TokenRow> {
  const owner = await findTokenOwner(transaction, hash);
  if (owner !== undefined) await lockUser(transaction, owner);
  const token = await spendToken(transaction, purpose, hash);
  if (!token) throw new ProblemError('token.spent');
  return token;
}
