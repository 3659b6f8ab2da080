import type { Executor, Transaction } from '../../platform/database/database.ts';
import { ProblemError, refuseFields } from '../../platform/http/problem.ts';
import type { Session, Sessions } from '../../platform/sessions/sessions.ts';
import { reauthenticate, requireReauthenticated } from '../accounts/index.ts';
import { confirmByPasskey, type PasskeysDependencies } from './passkeys.actions.ts';
import {
  deleteRole,
  findRole,
  holdRole,
  isConfirmed,
  lockOperators,
  markConfirmed,
  type RoleRow,
  type Staff,
} from './roles.queries.ts';

/**
 * The role of anyone who calls. Inside a transaction with `hold` it is not taken before the commit.
 *
 * @throws {ProblemError} `route.unknown` without a role, `confirmation.required` when the password was given too long ago.
 */
export async function requireStaff(
  executor: Executor,
  { id, userId }: Session,
  hold?: Transaction,
): Promise<Staff> {
  const held = await (hold ? holdRole(hold, userId) : findRole(executor, userId));
  if (!held) throw new ProblemError('route.unknown');
  if (!(await isConfirmed(executor, id))) throw new ProblemError('confirmation.required');
  return { ...held, userId };
}

/**
 * Notes that anyone who has this session gave the password again, and used their passkey where a role needs one [MO-08, MO-19].
 *
 * @throws {ProblemError} `input.invalid`, `account.reauthentication`, `passkey.refused`, `session.required`.
 */
export async function confirmPassword(
  dependencies: PasskeysDependencies & { sessions: Sessions },
  session: Session,
  {
    password,
    passkey = null,
  }: { password: string; passkey?: Readonly<Record<string, unknown>> | null | undefined },
): Promise<void> {
  const { database, sessions } = dependencies;
  refuseFields({ password: password ? null : 'required' });
  const seen = await reauthenticate(database, session, password);
  await database.transaction(async (transaction) => {
    await requireReauthenticated(sessions, transaction, session, seen);
    await confirmByPasskey(dependencies, transaction, session, passkey);
    await markConfirmed(transaction, session.id);
  });
}

/**
 * Refuses what would leave nobody to run the service: the last operator neither withdraws nor is closed or demoted
 * [MO-18]. Two that go at once go one after the other.
 *
 * @throws {ProblemError} `role.last`.
 */
export async function keepLastOperator(transaction: Transaction, userId: string): Promise<void> {
  const [first, ...others] = await lockOperators(transaction);
  if (first === userId && others.length === 0) throw new ProblemError('role.last');
}

/**
 * Takes a role. False when the user does not have it.
 *
 * @throws {ProblemError} `role.last`.
 */
export async function takeRole(
  transaction: Transaction,
  userId: string,
  role: RoleRow['role'],
  buildingId: string | null,
): Promise<boolean> {
  if (role === 'operator') await keepLastOperator(transaction, userId);
  return deleteRole(transaction, userId, role, buildingId);
}
