import type { Executor, Transaction } from '../../platform/database/database.ts';
import { ProblemError } from '../../platform/http/problem.ts';
import { verifyPassword } from '../../platform/sessions/passwords.ts';
import { hashSecret, type Session, type Sessions } from '../../platform/sessions/sessions.ts';
import { findAccount, hasPassword, lockStudent, type StudentRow } from './accounts.queries.ts';
import { findTokenOwner, spendToken, type TokenPurpose, type TokenRow } from './tokens.queries.ts';

// A password is checked outside of any transaction, since that is slow on purpose. Meanwhile a reset may have ended
// what it opened: whoever checks one locks the account before writing, and asks whether it is the same password still.

/** The signed-in student, locked for the transaction; gone means that the session is over. */
export async function requireStudent(transaction: Transaction, session: Session): Promise<StudentRow> {
  const student = await lockStudent(transaction, session.userId);
  if (!student) throw new ProblemError('session.required');
  return student;
}

/**
 * Checks the password of whoever is signed in.
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
  if (!(await verifyPassword(hash, password)) || hash === null)
    throw new ProblemError('account.reauthentication');
  return hash;
}

/**
 * The signed-in student, locked, as long as session and password are those that were seen.
 *
 * @throws {ProblemError} `session.required`, `account.reauthentication`.
 */
export async function requireReauthenticated(
  sessions: Sessions,
  transaction: Transaction,
  session: Session,
  passwordHash: string,
): Promise<StudentRow> {
  const student = await requireStudent(transaction, session);
  if (!(await sessions.hold(transaction, session))) throw new ProblemError('session.required');
  if (!(await hasPassword(transaction, student.id, passwordHash)))
    throw new ProblemError('account.reauthentication');
  return student;
}

/**
 * Uses a mailed link up. Its account is locked first, as everywhere: two that lock in different orders would wait
 * for each other.
 *
 * @throws {ProblemError} `token.spent`.
 */
export async function spendLink(
  transaction: Transaction,
  purpose: TokenPurpose,
  secret: string,
): Promise<TokenRow> {
  const hash = hashSecret(secret);
  const owner = await findTokenOwner(transaction, hash);
  if (owner !== undefined) await lockStudent(transaction, owner);
  const token = await spendToken(transaction, purpose, hash);
  if (!token) throw new ProblemError('token.spent');
  return token;
}
