import { NOTIFICATION_KINDS, MUTES_MAX, type NotificationKind } from '@madang/contract/notifications/rules';
import type { Executor, Transaction } from '../../platform/database/database.ts';

/** What a student wants to be told of. */
export interface SettingsRow {
  told: boolean;
  off_kinds: NotificationKind[];
}

/** Who has said nothing wants everything. */
export async function findSettings(executor: Executor, userId: string): Promise<SettingsRow> {
  const row = await executor.first<SettingsRow>('SELECT told, off_kinds FROM inboxes WHERE user_id = $1', [
    userId,
  ]);
  return row ?? { told: true, off_kinds: [] };
}

/**
 * Stores what a student wants. Notices have no lines of their own: those that came while they were off are read where they
 * are wanted again.
 */
export async function putSettings(
  executor: Executor,
  userId: string,
  { told, off_kinds }: SettingsRow,
): Promise<void> {
  const off = NOTIFICATION_KINDS.filter((kind) => off_kinds.includes(kind));
  await executor.change(
    `INSERT INTO inboxes (user_id, told, off_kinds) SELECT id, $2, $3 FROM users WHERE id = $1 FOR KEY SHARE
     ON CONFLICT (user_id) DO UPDATE
        SET told = excluded.told, off_kinds = excluded.off_kinds,
            notices_read_at = CASE WHEN (NOT inboxes.told OR 'notice' = ANY (inboxes.off_kinds))
                                    AND excluded.told AND 'notice' <> ALL (excluded.off_kinds)
                                   THEN clock_timestamp() ELSE inboxes.notices_read_at END`,
    [userId, told, off],
  );
}

export interface MutedRow {
  id: string;
  title: string;
  building_id: string;
  building_name: string;
}

/** The muted threads whose post can be seen, the last one first. */
export function listMuted(executor: Executor, userId: string): Promise<MutedRow[]> {
  return executor.rows<MutedRow>(
    `SELECT posts.id, posts.title, posts.building_id, buildings.name AS building_name
       FROM inbox_mutes JOIN posts ON posts.id = inbox_mutes.post_id JOIN buildings ON buildings.id = posts.building_id
      WHERE user_id = $1 AND posts.hidden_at IS NULL ORDER BY muted_at DESC, posts.id LIMIT ${MUTES_MAX}`,
    [userId],
  );
}

/** Mutes a thread, and lets the oldest go where there are too many; false where the post cannot be seen. */
export async function putMute(transaction: Transaction, userId: string, postId: string): Promise<boolean> {
  // An answer that is being written is notified, and its line then read, or it finds the mute.
  const post = await transaction.first('SELECT FROM posts WHERE id = $1 AND hidden_at IS NULL FOR SHARE', [
    postId,
  ]);
  if (!post) return false;
  await transaction.change(
    `INSERT INTO inbox_mutes (user_id, post_id) SELECT id, $2::uuid FROM users WHERE id = $1 FOR KEY SHARE
     ON CONFLICT DO NOTHING`,
    [userId, postId],
  );
  await transaction.change(
    `DELETE FROM inbox_mutes WHERE user_id = $1 AND post_id IN (
       SELECT post_id FROM inbox_mutes WHERE user_id = $1 ORDER BY muted_at DESC, post_id OFFSET ${MUTES_MAX})`,
    [userId],
  );
  return true;
}

/** Takes a mute back. */
export async function deleteMute(executor: Executor, userId: string, postId: string): Promise<void> {
  await executor.change('DELETE FROM inbox_mutes WHERE user_id = $1 AND post_id = $2', [userId, postId]);
}
