import { VOICE_DAYS } from '@madang/contract/amenities/rules';
import type { Executor, Transaction } from '../../platform/database/database.ts';
import type { StudentsDays } from './amenities.queries.ts';
import type { Voice } from './judge-voices.ts';

const VOICES = `
  SELECT user_id AS "userId", voices.amenity_id AS "amenityId", there, said_at AS at, uploads.id AS picture
    FROM amenity_voices AS voices
    LEFT JOIN uploads ON owner_id = user_id AND uploads.amenity_id = voices.amenity_id
   WHERE NOT spent AND said_at > now() - interval '${VOICE_DAYS} days'`;

/** What counts of what students say of an amenity. */
export function listVoices(executor: Executor, amenityId: string): Promise<Voice[]> {
  return executor.rows<Voice>(`${VOICES} AND voices.amenity_id = $1`, [amenityId]);
}

/** The same of all amenities of which somebody showed something. */
export function listPicturedVoices(executor: Executor): Promise<(Voice & { amenityId: string })[]> {
  return executor.rows(
    `${VOICES} AND voices.amenity_id IN (SELECT amenity_id FROM uploads WHERE amenity_id IS NOT NULL)`,
  );
}

/** What a student said in the last month. */
export function listOwnVoices(
  executor: Executor,
  userId: string,
): Promise<{ amenityId: string; there: boolean; at: Date; counts: boolean }[]> {
  return executor.rows(
    `SELECT amenity_id AS "amenityId", there, said_at AS at, NOT spent AS counts FROM amenity_voices
      WHERE user_id = $1 AND said_at > now() - interval '${VOICE_DAYS} days' ORDER BY said_at DESC, amenity_id`,
    [userId],
  );
}

/** Puts a voice in the place of the student's former one of this amenity, later than all before; answers when it was said. */
export async function putVoice(
  transaction: Transaction,
  { userId, amenityId, there }: { userId: string; amenityId: string; there: boolean },
): Promise<Date> {
  const row = await transaction.first<{ at: Date }>(
    `INSERT INTO amenity_voices (user_id, amenity_id, there, said_at) VALUES ($1, $2, $3, clock_timestamp())
     ON CONFLICT (user_id, amenity_id) DO UPDATE SET there = excluded.there, said_at = excluded.said_at, spent = false
     RETURNING said_at AS at`,
    [userId, amenityId, there],
  );
  if (!row) throw new Error('a voice was not written');
  return row.at;
}

/** Takes a student's voice away; its picture is one that nothing took. */
export async function deleteVoice(
  transaction: Transaction,
  userId: string,
  amenityId: string,
): Promise<void> {
  await transaction.change('DELETE FROM amenity_voices WHERE user_id = $1 AND amenity_id = $2', [
    userId,
    amenityId,
  ]);
}

/** What students said of it until now changed it, and changes it no more. */
export async function spendVoices(transaction: Transaction, amenityId: string): Promise<void> {
  await transaction.change('UPDATE amenity_voices SET spent = true WHERE amenity_id = $1', [amenityId]);
}

/** Writes what students changed; both days as they were before the first of it stay. */
export async function changeDays(
  transaction: Transaction,
  amenityId: string,
  before: StudentsDays,
  { confirmed, gone }: StudentsDays,
): Promise<void> {
  await transaction.change(
    `UPDATE amenities SET confirmed_on = $2, gone_on = $3, before_students = coalesce(before_students, $4::text::jsonb)
      WHERE id = $1`,
    [amenityId, confirmed, gone, JSON.stringify(before)],
  );
}

/** Deletes what does not count any more; any process may do it. */
export async function sweepVoices(executor: Executor): Promise<void> {
  await executor.change(`DELETE FROM amenity_voices WHERE said_at <= now() - interval '${VOICE_DAYS} days'`);
}
