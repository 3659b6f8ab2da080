import type { Executor, Transaction } from '../../database/database.ts';
import { ProblemError } from '../../http/problem.ts';
import { verifyPassword } from '../../sessions/passwords.ts';
import type { Session, Sessions } from '../../sessions/sessions.ts';
import { findAccount, hasPassword, lockUser, type UserRow } from './account-rows.ts';
import { findTokenOwner, isTokenUsable, spendToken, type TokenPurpose, type TokenRow } from './tokens.ts';

// Slow hashing happens outside of transactions.
// Lock the account before writing and compare the hash again: a reset may intervene.

/**
 * Locks and returns the user.
 *
 * @throws {ProblemError} `session.required` if deleted.
 */
export async function requireUser(transaction: Transaction, session: Session): Promise<UserRow> {
  const user = await lockUser(transaction, session.userId);
  if (!user) throw new ProblemError('session.required');
  return user;
}

/**
 * Checks the password; returns its hash for {@link requireReauthenticated}.
 *
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
 * Locks and returns the user if session and password are unchanged.
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
 * Rejects unusable links before the costly hashing.
 *
 * @param hash of the mailed secret. @throws {ProblemError} `token.spent`.
 */
export async function requireUsable(executor: Executor, purpose: TokenPurpose, hash: Buffer): Promise<void> {
  if (!(await isTokenUsable(executor, purpose, hash))) throw new ProblemError('token.spent');
}

/**
 * Spends a mailed link. Lock order: account, token.
 *
 * @param hash of the mailed secret. @throws {ProblemError} `token.spent`.
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
