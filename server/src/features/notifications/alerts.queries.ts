import type { Executor, Transaction } from '../../platform/database/database.ts';
import type { ToldRow } from '../replies/index.ts';
import { reads, wants } from './notifications.queries.ts';

export interface AlertRow {
  id: string;
  user_id: string;
  word: string;
  building_id: string | null;
  building_name: string | null;
  paused: boolean;
  created_at: Date;
}

const ALERT = `
  SELECT alerts.id, alerts.user_id, alerts.word, alerts.building_id, buildings.name AS building_name,
         alerts.paused_at IS NOT NULL AS paused, alerts.created_at
    FROM alerts LEFT JOIN buildings ON buildings.id = alerts.building_id`;

/** A student's alerts, the newest first. */
export function listAlerts(executor: Executor, userId: string): Promise<AlertRow[]> {
  return executor.rows<AlertRow>(
    `${ALERT} WHERE alerts.user_id = $1 ORDER BY alerts.created_at DESC, alerts.id DESC`,
    [userId],
  );
}

/** One alert, anyone whose it is. */
export function findAlert(executor: Executor, id: string): Promise<AlertRow | undefined> {
  return executor.first<AlertRow>(`${ALERT} WHERE alerts.id = $1`, [id]);
}

export interface NewAlert {
  id: string;
  userId: string;
  word: string;
  /** The two letters that it is found by. */
  piece: string;
  /** For LIKE, in one order for the same words. */
  patterns: readonly string[];
  buildingId: string | null;
}

/**
 * Adds an alert.
 *
 * @throws {DatabaseError} violations of `alerts_once` for the same words and place, and of `alerts_pkey`.
 */
export async function insertAlert(transaction: Transaction, alert: NewAlert): Promise<void> {
  await transaction.change(
    'INSERT INTO alerts (id, user_id, word, piece, patterns, building_id) VALUES ($1, $2, $3, $4, $5, $6)',
    [alert.id, alert.userId, alert.word, alert.piece, alert.patterns, alert.buildingId],
  );
}

/** Pauses an own alert, or lets it go on; false where there is no such one. */
export async function setPaused(
  executor: Executor,
  userId: string,
  id: string,
  paused: boolean,
): Promise<boolean> {
  const changed = await executor.change(
    `UPDATE alerts SET paused_at = CASE WHEN $3::boolean THEN coalesce(paused_at, now()) END,
                       since = CASE WHEN paused_at IS NULL THEN since ELSE now() END
      WHERE id = $2 AND user_id = $1`,
    [userId, id, paused],
  );
  return changed === 1;
}

/** Removes an own alert. */
export async function deleteAlert(executor: Executor, userId: string, id: string): Promise<void> {
  await executor.change('DELETE FROM alerts WHERE id = $2 AND user_id = $1', [userId, id]);
}

/** A new post as it is held against the alerts. */
export interface MatchedPost {
  id: string;
  building_id: string;
  author_id: string | null;
  title: string;
  body: string;
  /** As it is searched. */
  text: string;
  /** When it was written or edited last; a text, because a Date knows no microseconds. */
  written: string;
  hidden: boolean;
}

/** The post with its text, so locked that it is neither hidden nor shown before the commit. */
export async function lockMatched(
  transaction: Transaction,
  postId: string,
): Promise<MatchedPost | undefined> {
  await transaction.rows('SELECT FROM posts WHERE id = $1 FOR SHARE', [postId]);
  return transaction.first<MatchedPost>(
    `SELECT posts.id, posts.building_id, posts.author_id, posts.title, posts.body, post_texts.text, posts.hidden_at IS NOT NULL AS hidden,
            greatest(posts.created_at, posts.edited_at)::text AS written
       FROM posts JOIN post_texts ON post_texts.post_id = posts.id WHERE posts.id = $1 AND posts.purged_at IS NULL`,
    [postId],
  );
}

/** The words of one alert and all that wait for the same, as patterns, with the piece that they are found by. */
export interface WaitedFor {
  piece: string;
  patterns: string[];
}

/**
 * The words that a text holds, from one of them on, in one order. The index is asked for the next different words of a piece
 * again and again, so that it does not count how many wait for the same.
 */
export const MATCHING = `
  WITH RECURSIVE waiting AS (
         SELECT next.* FROM unnest($1::text[]) AS asked (piece), LATERAL (
                SELECT piece, patterns FROM alerts WHERE alerts.piece = asked.piece AND paused_at IS NULL
                 ORDER BY patterns LIMIT 1) AS next
          UNION ALL
         SELECT next.* FROM waiting, LATERAL (
                SELECT piece, patterns FROM alerts
                 WHERE alerts.piece = waiting.piece AND alerts.patterns > waiting.patterns AND paused_at IS NULL
                 ORDER BY patterns LIMIT 1) AS next)
  SELECT piece, patterns FROM waiting
   WHERE $2::text LIKE ALL (patterns) AND ($3::text[] IS NULL OR patterns >= $3) ORDER BY patterns`;

/** Returns the alerts whose words may stand in a text, also inside or across its words; `from` continues an earlier part. */
export function listMatching(
  executor: Executor,
  { pieces, text, from }: { pieces: readonly string[]; text: string; from: readonly string[] | null },
): Promise<WaitedFor[]> {
  return executor.rows<WaitedFor>(MATCHING, [pieces, text, from]);
}

/** The title and the body of each of these posts. */
export function listTexts(
  executor: Executor,
  ids: readonly string[],
): Promise<{ id: string; title: string; body: string }[]> {
  return executor.rows('SELECT id, title, body FROM posts WHERE id = ANY ($1::uuid[])', [ids]);
}

/** Who waited for these words, and for this place, when the post was written: each student once. */
export const WAITING = `
  SELECT DISTINCT ON (user_id) user_id, word FROM alerts
   WHERE piece = $1 AND patterns = $2::text[] AND paused_at IS NULL AND (building_id IS NULL OR building_id = $3)
     AND since <= $4::timestamptz AND ($5::uuid IS NULL OR user_id > $5)
   ORDER BY user_id`;

/**
 * Tells of a post so many of those who wait for these words, one line a post for ever. Answers the last student who was
 * looked at; null where it was everybody.
 */
export async function tellWaiting(
  transaction: Transaction,
  post: MatchedPost,
  { words, after, limit }: { words: WaitedFor; after: string | null; limit: number },
): Promise<{ told: ToldRow[]; last: string | null; looked: number }> {
  const waiting = await transaction.rows<{ user_id: string; word: string }>(`${WAITING} LIMIT $6`, [
    words.piece,
    words.patterns,
    post.building_id,
    post.written,
    after,
    limit,
  ]);
  const told = await transaction.rows<ToldRow>(
    `INSERT INTO inbox_lines (id, user_id, kind, about_id, post_id, word, things, at)
     SELECT gen_random_uuid(), person.id, 'alert', $1, $1, waiting.word, CASE WHEN $2::boolean THEN 0 ELSE 1 END, clock_timestamp()
       FROM unnest($4::uuid[], $5::text[]) AS waiting (user_id, word) JOIN users person ON person.id = waiting.user_id
      WHERE person.id IS DISTINCT FROM $3::uuid AND ${wants('alert', 'person.id')} AND ${reads('person.id', '$3::uuid')}
      ORDER BY person.id FOR KEY SHARE OF person
     ON CONFLICT DO NOTHING RETURNING user_id, true AS made`,
    [post.id, post.hidden, post.author_id, waiting.map((row) => row.user_id), waiting.map((row) => row.word)],
  );
  return {
    told,
    looked: waiting.length,
    last: waiting.length === limit ? (waiting.at(-1)?.user_id ?? null) : null,
  };
}

/**
 * Tells so many of those who wait for these words of a dish of a day: a line of each alert, whose id, made of alert and day, is there once.
 * Answers how many were told.
 */
export async function tellOfDish(
  transaction: Transaction,
  dish: { day: string; buildingId: string },
  { piece, patterns }: WaitedFor,
  limit: number,
): Promise<number> {
  return transaction.change(
    `INSERT INTO inbox_lines (id, user_id, kind, about_id, building_id, word, things, at)
     SELECT waiting.about, person.id, 'dish', waiting.about, $3, waiting.word, 1, clock_timestamp()
       FROM (SELECT user_id, word, about
               FROM alerts, LATERAL (SELECT md5(alerts.id::text || $4::text)::uuid AS about) AS line
              WHERE piece = $1 AND patterns = $2::text[] AND paused_at IS NULL
                AND (building_id IS NULL OR building_id = $3) AND ${wants('alert', 'alerts.user_id')}
                AND NOT EXISTS (SELECT FROM inbox_lines WHERE id = about)
              ORDER BY user_id LIMIT $5) AS waiting
       JOIN users person ON person.id = waiting.user_id
      ORDER BY person.id FOR KEY SHARE OF person
     ON CONFLICT DO NOTHING`,
    [piece, patterns, dish.buildingId, dish.day, limit],
  );
}
