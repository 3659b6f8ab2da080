import type { Executor } from '../../platform/database/database.ts';
import { wants } from './notifications.queries.ts';

/** Students who have a device, in the order of their ids, after one of them. */
export async function listToPush(executor: Executor, after: string, limit: number): Promise<string[]> {
  const rows = await executor.rows<{ user_id: string }>(
    'SELECT DISTINCT user_id FROM push_devices WHERE user_id > $1 ORDER BY user_id LIMIT $2',
    [after, limit],
  );
  return rows.map(({ user_id: userId }) => userId);
}

/** Lets a notice be pushed to those of them who want notices and were there when it came. */
export async function pushTo(
  executor: Executor,
  noticeId: string,
  userIds: readonly string[],
): Promise<void> {
  await executor.change(
    `INSERT INTO pushes (user_id, kind, about_id, due_at)
     SELECT user_id, 'notice', notices.id, now()
       FROM push_settings JOIN users ON users.id = user_id, bulletin_entries AS notices
      WHERE user_id = ANY ($2::uuid[]) AND notices.id = $1 AND notices.told_at >= users.created_at
        AND 'notice' <> ALL (push_settings.off_kinds) AND ${wants('notice', 'users.id')}
      ORDER BY user_id
     ON CONFLICT DO NOTHING`,
    [noticeId, userIds],
  );
}
