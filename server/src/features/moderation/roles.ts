import type { HeldRole } from '@madang/contract/accounts/schema';
import { v7 as uuidv7 } from 'uuid';
import type { Executor, Transaction } from '../../database/database.ts';
import { ProblemError, refuseFields } from '../../http/problem.ts';
import type { Session, Sessions } from '../../sessions/sessions.ts';
import { reauthenticate, requireReauthenticated } from '../accounts/index.ts';
import { confirmByPasskey, type PasskeysDependencies } from './passkeys.ts';

/**
 * Returns the caller's role; `hold` locks it until that transaction ends.
 *
 * @throws {ProblemError} `route.unknown` without a role, `confirmation.required` without recent password.
 */
export async function requireStaff(
  executor: Executor,
  { id, userId }: Session,
  hold?: Transaction,
): Promise<Staff> {
  const held = await (hold ? holdRole(hold, userId) : findRole(executor, userId));
  if (!held) throw new ProblemError('route.unknown');
  await requireConfirmed(executor, id);
  return { ...held, userId };
}

/**
 * Records a confirmation by password and, if required, passkey [MO-08, MO-19].
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
    await transaction.change('UPDATE sessions SET confirmed_at = now() WHERE id = $1', [session.id]);
  });
}

/**
 * Protects the last operator, under a lock [MO-18].
 *
 * @throws {ProblemError} `role.last`.
 */
export async function keepLastOperator(transaction: Transaction, userId: string): Promise<void> {
  const [first, ...others] = await lockOperators(transaction);
  if (first === userId && others.length === 0) throw new ProblemError('role.last');
}

/**
 * Removes a role; false if missing.
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

const CONFIRMED_MINUTES = 15;

interface RoleRow {
  user_id: string;
  role: 'operator' | 'moderator';
  building_id: string | null;
}

export interface Staff extends HeldRole {
  userId: string;
}

const ROLES = 'SELECT user_id, role, building_id FROM roles';

function toHeld(rows: readonly RoleRow[]): HeldRole | null {
  if (rows.length === 0) return null;
  return {
    operator: rows.some(({ role }) => role === 'operator'),
    boards: rows.flatMap(({ building_id }) => building_id ?? []).sort(),
  };
}

/** Returns the user's role; null for students. */
export async function findRole(executor: Executor, userId: string): Promise<HeldRole | null> {
  return toHeld(await executor.rows<RoleRow>(`${ROLES} WHERE user_id = $1`, [userId]));
}

/** Like {@link findRole}, but locks the rows until the transaction ends. */
async function holdRole(transaction: Transaction, userId: string): Promise<HeldRole | null> {
  return toHeld(
    await transaction.rows<RoleRow>(`${ROLES} WHERE user_id = $1 ORDER BY id FOR SHARE`, [userId]),
  );
}

/** A role with the user's nickname and the board's name. */
export interface NamedRole extends RoleRow {
  nickname: string;
  board: string | null;
  given_at: Date;
}

/** Returns all roles by board, or those of one user. */
export function listRoles(executor: Executor, userId: string | null = null): Promise<NamedRole[]> {
  return executor.rows<NamedRole>(
    `SELECT roles.user_id, roles.role, roles.building_id, users.nickname, buildings.name AS board, roles.given_at
       FROM roles JOIN users ON users.id = roles.user_id LEFT JOIN buildings ON buildings.id = roles.building_id
      WHERE roles.user_id = coalesce($1, roles.user_id)
      ORDER BY role DESC, building_id, given_at, user_id`,
    [userId],
  );
}

/** Returns all operator ids in a fixed order. */
export async function listOperators(executor: Executor): Promise<string[]> {
  const rows = await executor.rows<RoleRow>(`${ROLES} WHERE role = 'operator' ORDER BY user_id`);
  return rows.map(({ user_id }) => user_id);
}

/** Like {@link listOperators}, but locks the rows until the transaction ends. */
async function lockOperators(transaction: Transaction): Promise<string[]> {
  const rows = await transaction.rows<RoleRow>(
    `${ROLES} WHERE role = 'operator' ORDER BY user_id FOR UPDATE`,
  );
  return rows.map(({ user_id }) => user_id);
}

/** Adds a role; false if present. */
export async function insertRole(
  transaction: Transaction,
  userId: string,
  role: RoleRow['role'],
  buildingId: string | null,
): Promise<boolean> {
  const added = await transaction.change(
    `INSERT INTO roles (id, user_id, role, building_id) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING`,
    [uuidv7(), userId, role, buildingId],
  );
  return added === 1;
}

async function deleteRole(
  transaction: Transaction,
  userId: string,
  role: RoleRow['role'],
  buildingId: string | null,
): Promise<boolean> {
  const removed = await transaction.change(
    'DELETE FROM roles WHERE user_id = $1 AND role = $2 AND building_id IS NOT DISTINCT FROM $3',
    [userId, role, buildingId],
  );
  return removed === 1;
}

/** Deletes all roles of a user. */
export async function deleteRolesOf(transaction: Transaction, userId: string): Promise<void> {
  await transaction.change('DELETE FROM roles WHERE user_id = $1', [userId]);
}

/** @throws {ProblemError} `confirmation.required`, without a recent password. */
export async function requireConfirmed(executor: Executor, sessionId: string): Promise<void> {
  const row = await executor.first(
    `SELECT id FROM sessions
      WHERE id = $1 AND coalesce(confirmed_at, created_at) > now() - interval '${CONFIRMED_MINUTES} minutes'`,
    [sessionId],
  );
  if (!row) throw new ProblemError('confirmation.required');
}
