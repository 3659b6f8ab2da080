import type { Transaction } from '../../platform/database/database.ts';

/** Lets go of what a user who withdraws asked for today; of other days nothing leads to them any more. */
export async function eraseSearchesOf(transaction: Transaction, userId: string): Promise<void> {
  await transaction.change(
    `DELETE FROM search_misses USING search_day_keys
      WHERE search_misses.day = search_day_keys.day
        AND pseudonym = sha256(search_day_keys.key || convert_to($1::text, 'UTF8'))`,
    [userId],
  );
}
