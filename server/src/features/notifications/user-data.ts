import type { Transaction } from '../../database/database.ts';
import type { OwnData } from '../accounts/index.ts';

/** Deletes a withdrawing user's inbox, settings, mutes, follows, alerts and pushes. */
export async function deleteNotificationDataOf(transaction: Transaction, userId: string): Promise<void> {
  for (const table of [
    'push_settings',
    'push_devices',
    'inbox_lines',
    'inbox_mutes',
    'follows',
    'inboxes',
    'alerts',
  ])
    await transaction.change(`DELETE FROM ${table} WHERE user_id = $1`, [userId]);
}

export const ownNotifications: OwnData = {
  officialLists: {
    inboxLines: `
      SELECT at, kind, post_id AS "postId", about_id AS "aboutId", building_id AS "buildingId", word, things, read_at AS "readAt"
        FROM inbox_lines WHERE user_id = $1`,
    inboxSettings: `
      SELECT users.created_at AS at, told, off_kinds AS "offKinds", notices_read_at AS "noticesReadAt"
        FROM inboxes JOIN users ON users.id = user_id WHERE user_id = $1`,
    mutedThreads: `SELECT muted_at AS at, post_id AS "postId" FROM inbox_mutes WHERE user_id = $1`,
    followedThreads: `SELECT created_at AS at, post_id AS "postId" FROM follows WHERE user_id = $1`,
    alerts: `
      SELECT created_at AS at, id, word, building_id AS "buildingId", since, paused_at AS "pausedAt"
        FROM alerts WHERE user_id = $1`,
    pushSettings: `
      SELECT users.created_at AS at, off_kinds AS "offKinds", budget, quiet_from AS "quietFrom", quiet_to AS "quietTo", texts, day,
             pushed, unopened
        FROM push_settings JOIN users ON users.id = user_id WHERE user_id = $1`,
    pushDevices: `SELECT added_at AS at, system, browser, used_at AS "usedAt" FROM push_devices WHERE user_id = $1`,
    pushes: `
      SELECT coalesce(pushed_at, due_at, 'epoch') AS at, kind, about_id AS "aboutId", due_at AS "dueAt", pushed_at AS "pushedAt",
             sent_at AS "sentAt"
        FROM pushes WHERE user_id = $1`,
  },
};
