import type { Executor } from '../../platform/database/database.ts';

/** Whether this user is an operator; what an operator wrote, only people hide. */
export async function isOperator(executor: Executor, userId: string): Promise<boolean> {
  const row = await executor.first(`SELECT id FROM roles WHERE user_id = $1 AND role = 'operator'`, [userId]);
  return row !== undefined;
}

/** Every operator, in one order for everybody. */
export async function listOperators(executor: Executor): Promise<string[]> {
  const rows = await executor.rows<{ user_id: string }>(
    `SELECT user_id FROM roles WHERE role = 'operator' ORDER BY user_id`,
  );
  return rows.map(({ user_id }) => user_id);
}
