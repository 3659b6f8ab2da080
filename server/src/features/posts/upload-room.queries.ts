import type { Executor, Transaction } from '../../platform/database/database.ts';

/** What pictures take that count, in bytes. */
export interface RoomTaken {
  /** Whether the address of the account was verified. */
  verified: boolean;
  account: number;
  client: number;
  total: number;
  /** Until the first of the account's, or else of all, counts no more. */
  seconds: number;
}

/** Anyone who takes room waits here for anyone who is just taking some. */
export async function lockRoom(transaction: Transaction): Promise<void> {
  await transaction.first(`SELECT pg_advisory_xact_lock(hashtextextended('uploads', 0))`);
}

/**
 * What the pictures take that no post took, and those of this account that came within the last hour. To an account whose
 * address was not verified only those of others like it count, so that these take no room of the rest.
 */
export async function readRoomTaken(
  executor: Executor,
  ownerId: string,
  clientHash: Buffer,
): Promise<RoomTaken> {
  const row = await executor.first<RoomTaken>(
    `WITH own AS (SELECT email_verified_at IS NOT NULL AS verified FROM accounts WHERE id = $1),
          counted AS (
            SELECT owner_id, client_hash, bytes, true AS unused, created_at + interval '1 day' AS ends_at
              FROM uploads WHERE post_id IS NULL AND amenity_id IS NULL
            UNION ALL
            SELECT owner_id, client_hash, bytes, false, created_at + interval '1 hour'
              FROM uploads WHERE owner_id = $1 AND (post_id IS NOT NULL OR amenity_id IS NOT NULL)
               AND created_at > now() - interval '1 hour'),
          shared AS (
            SELECT counted.* FROM counted JOIN accounts ON accounts.id = owner_id
             WHERE unused
               AND (email_verified_at IS NULL OR (SELECT verified FROM own)))
     SELECT coalesce((SELECT verified FROM own), false) AS verified,
            (SELECT coalesce(sum(bytes), 0)::int8 FROM counted WHERE owner_id = $1) AS account,
            (SELECT coalesce(sum(bytes), 0)::int8 FROM shared WHERE client_hash = $2) AS client,
            (SELECT coalesce(sum(bytes), 0)::int8 FROM shared) AS total,
            coalesce(ceil(extract(epoch FROM coalesce(
              (SELECT min(ends_at) FROM counted WHERE owner_id = $1),
              (SELECT min(ends_at) FROM shared)) - now())), 0)::int AS seconds`,
    [ownerId, clientHash],
  );
  if (!row) throw new Error('no row of sums');
  return row;
}
