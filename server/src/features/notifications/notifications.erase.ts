import type { Transaction } from '../../platform/database/database.ts';

/** Lets go of a user who withdraws: inbox, settings, mutes, follows, alerts and pushes go. */
export async function eraseNotificationsOf(transaction: Transaction, userId: string): Promise<void> {
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
