import { campusClock, campusDay } from '@madang/contract/places/open-hours';
import type { Alert } from '@madang/contract/notifications/schema';
import { alertPiece, ALERTS_MAX, alertWordProblem, alertWords } from '@madang/contract/notifications/rules';
import { alertText, holdsWords } from '@madang/contract/notifications/whole-words';
import { piecesOf, squashText } from '@madang/contract/search/rules';
import { normalizeText } from '@madang/contract/text/rules';
import {
  type Database,
  type Executor,
  isUniqueViolation,
  type Transaction,
} from '../../database/database.ts';
import { ProblemError, refuseFields } from '../../http/problem.ts';
import { addJob, type Job } from '../../jobs/jobs.ts';
import type { Session } from '../../sessions/sessions.ts';
import { lockUser } from '../accounts/index.ts';
import type { NotificationCounter } from '../analytics/index.ts';
import { findBoard } from '../campus/index.ts';
import { listMeals, NOTIFY_DISHES } from '../places/index.ts';
import { patternOf, wordOf } from '../search/index.ts';
import { hasEnabled, type NotifiedRow, reads } from './inbox.ts';
import type { InboxStreams } from './streams.ts';

/** Returns an alert's sorted patterns, and the piece for lookup. */
export function readWord(given: string): { word: string; patterns: string[]; piece: string } {
  const word = normalizeText(given).trim();
  refuseFields({ word: alertWordProblem(word) });
  const words = alertWords(word).sort();
  return { word, patterns: words.map(patternOf), piece: alertPiece(words) ?? '' };
}

/**
 * Adds a keyword alert [NO-03]. Idempotent by id and content.
 *
 * @throws {ProblemError} `input.invalid`, `alert.full`, `alert.same` (same words and place), `identifier.taken`,
 *   `session.required`.
 */
export async function addAlert(
  { database }: { database: Database },
  session: Session,
  id: string,
  input: { word: string; buildingId: string | null },
): Promise<AlertRow> {
  const { word, patterns, piece } = readWord(input.word);
  const { buildingId } = input;
  const { userId } = session;
  try {
    return await database.transaction(async (transaction) => {
      // Serializes two concurrent additions, which could exceed the limit together.
      if (!(await lockUser(transaction, userId))) throw new ProblemError('session.required');
      const earlier = await findAlert(transaction, id);
      if (earlier) {
        const same =
          earlier.user_id === userId && earlier.word === word && earlier.building_id === buildingId;
        if (!same) throw new ProblemError('identifier.taken');
        return earlier;
      }
      if (buildingId !== null) {
        const board = await findBoard(transaction, buildingId);
        refuseFields({ buildingId: !board || board.kind === 'hidden' ? 'unknown' : null });
      }
      const own = await listAlerts(transaction, userId);
      if (own.length >= ALERTS_MAX) throw new ProblemError('alert.full');
      await insertAlert(transaction, { id, userId, word, piece, patterns, buildingId });
      const added = await findAlert(transaction, id);
      if (!added) throw new ProblemError('server.failed');
      return added;
    });
  } catch (error) {
    if (isUniqueViolation(error, 'alerts_once')) throw new ProblemError('alert.same');
    if (isUniqueViolation(error, 'alerts_pkey')) throw new ProblemError('identifier.taken');
    throw error;
  }
}

/**
 * Pauses or resumes an own alert, for later texts only.
 *
 * @throws {ProblemError} `resource.missing`.
 */
export async function pauseAlert(
  { database }: { database: Database },
  session: Session,
  id: string,
  paused: boolean,
): Promise<AlertRow> {
  if (!(await setPaused(database, session.userId, id, paused))) throw new ProblemError('resource.missing');
  const alert = await findAlert(database, id);
  if (!alert) throw new ProblemError('resource.missing');
  return alert;
}

/** Returns an alert for its own student. */
export function presentAlert(row: AlertRow): Alert {
  const { id, word, building_id, building_name, paused } = row;
  const building = building_id === null ? null : { id: building_id, name: building_name ?? '' };
  return { id, word, building, paused, createdAt: row.created_at.toISOString() };
}

/** Job for a new text, added by the database (`match_alerts`). */
export const MATCH_ALERTS = 'matchAlerts';

/** Students per transaction; bounds how long replies to the post wait. */
const BATCH = 1_000;

/** Resume position: current words and the last notified student. */
interface Place {
  patterns: string[];
  after: string;
}

/** Matches a new post against all alerts: one line a student and post [NO-03], invisible with its post. */
export async function matchAlerts(
  { inboxes, counter }: { inboxes: InboxStreams; counter: NotificationCounter },
  transaction: Transaction,
  { key, data }: Job,
): Promise<void> {
  const postId = key ?? '';
  const post = await lockMatched(transaction, postId);
  if (!post) return;
  const { made, next } = await notifyPart(transaction, post, data as Place | null);
  if (next) await addJob(transaction, { kind: MATCH_ALERTS, key: postId, data: { ...next } });
  transaction.afterCommit(() => {
    counter.addLines('lineMade', 'alert', made);
    if (made > 0) inboxes.announcePost(postId);
  });
}

async function notifyPart(
  transaction: Transaction,
  post: MatchedPost,
  begin: Place | null,
): Promise<{ made: number; next?: Place }> {
  const { text } = post;
  const read = alertText(post.title, post.body);
  const from = begin?.patterns ?? null;
  let after = begin?.after ?? null;
  let made = 0;
  let room = BATCH;
  for (const words of await listMatching(transaction, { pieces: textPieces(text), text, from })) {
    if (!holdsWords(read, words.patterns.map(wordOf))) continue;
    // The resume position applies only to the same words.
    if (String(words.patterns) !== String(from)) after = null;
    const { told, looked, last } = await notifyWaiting(transaction, post, { words, after, limit: room });
    made += told.length;
    if (last !== null) return { made, next: { patterns: words.patterns, after: last } };
    room -= looked;
  }
  return { made };
}

/** Returns every two adjacent letters of a text, without duplicates. */
function textPieces(text: string): string[] {
  return [...new Set(text.split(/[\s\t]+/).flatMap(piecesOf))];
}

/** Students per transaction. */
const DISH_BATCH = 1_000;

/** Matches a day's dishes against all alerts, once a day each, even if republished [ML-03]. Skips past days. */
export async function notifyOfDishes(
  { counter, timeZone }: { counter: NotificationCounter; timeZone: string },
  transaction: Transaction,
  { key }: Job,
): Promise<void> {
  const day = campusDay(campusClock(Date.now(), timeZone));
  if (key !== day) return;
  let room = DISH_BATCH;
  for (const { dish, buildingId } of await listMeals(transaction, day)) {
    const text = squashText(dish);
    for (const words of await listMatching(transaction, { pieces: textPieces(text), text, from: null }))
      if (room > 0 && holdsWords(alertText(dish), words.patterns.map(wordOf), 'compound'))
        room -= await notifyOfDish(transaction, { day, buildingId }, words, room);
  }
  // The next job skips students already notified.
  if (room === 0) await addJob(transaction, { kind: NOTIFY_DISHES, key: day });
  transaction.afterCommit(() => counter.addLines('lineMade', 'alert', DISH_BATCH - room));
}

interface AlertRow {
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

/** Returns a student's alerts, newest first. */
export function listAlerts(executor: Executor, userId: string): Promise<AlertRow[]> {
  return executor.rows<AlertRow>(
    `${ALERT} WHERE alerts.user_id = $1 ORDER BY alerts.created_at DESC, alerts.id DESC`,
    [userId],
  );
}

/** Returns an alert of any user. */
function findAlert(executor: Executor, id: string): Promise<AlertRow | undefined> {
  return executor.first<AlertRow>(`${ALERT} WHERE alerts.id = $1`, [id]);
}

interface NewAlert {
  id: string;
  userId: string;
  word: string;
  /** Two letters used for index lookup. */
  piece: string;
  /** LIKE patterns, sorted, so that equal words give equal arrays. */
  patterns: readonly string[];
  buildingId: string | null;
}

/**
 * Adds an alert.
 *
 * @throws {DatabaseError} on `alerts_once` (same words and place) or `alerts_pkey`.
 */
async function insertAlert(transaction: Transaction, alert: NewAlert): Promise<void> {
  await transaction.change(
    'INSERT INTO alerts (id, user_id, word, piece, patterns, building_id) VALUES ($1, $2, $3, $4, $5, $6)',
    [alert.id, alert.userId, alert.word, alert.piece, alert.patterns, alert.buildingId],
  );
}

/** Pauses or resumes an own alert; returns false if it does not exist. */
async function setPaused(executor: Executor, userId: string, id: string, paused: boolean): Promise<boolean> {
  const changed = await executor.change(
    `UPDATE alerts SET paused_at = CASE WHEN $3::boolean THEN coalesce(paused_at, now()) END,
                       since = CASE WHEN paused_at IS NULL THEN since ELSE now() END
      WHERE id = $2 AND user_id = $1`,
    [userId, id, paused],
  );
  return changed === 1;
}

/** Deletes an own alert. */
export async function deleteAlert(executor: Executor, userId: string, id: string): Promise<void> {
  await executor.change('DELETE FROM alerts WHERE id = $2 AND user_id = $1', [userId, id]);
}

interface MatchedPost {
  id: string;
  building_id: string;
  author_id: string | null;
  title: string;
  body: string;
  /** Normalized search text. */
  text: string;
  /** Time of writing or edit; text, as Date lacks microseconds. */
  written: string;
  hidden: boolean;
}

/** Returns the post with its text, locked against hiding until commit. */
async function lockMatched(transaction: Transaction, postId: string): Promise<MatchedPost | undefined> {
  await transaction.rows('SELECT FROM posts WHERE id = $1 FOR SHARE', [postId]);
  return transaction.first<MatchedPost>(
    `SELECT posts.id, posts.building_id, posts.author_id, posts.title, posts.body, post_texts.text, posts.hidden_at IS NOT NULL AS hidden,
            greatest(posts.created_at, posts.edited_at)::text AS written
       FROM posts JOIN post_texts ON post_texts.post_id = posts.id WHERE posts.id = $1 AND posts.purged_at IS NULL`,
    [postId],
  );
}

/** The patterns and lookup piece shared by alerts with the same words. */
interface WaitedFor {
  piece: string;
  patterns: string[];
}

/** Selects the alert words in a text, from a position on. Skips through the index by distinct word. */
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

/** Returns alert words that may occur; `from` resumes a batch. */
function listMatching(
  executor: Executor,
  { pieces, text, from }: { pieces: readonly string[]; text: string; from: readonly string[] | null },
): Promise<WaitedFor[]> {
  return executor.rows<WaitedFor>(MATCHING, [pieces, text, from]);
}

/** Returns the title and body of these posts. */
export function listTexts(
  executor: Executor,
  ids: readonly string[],
): Promise<{ id: string; title: string; body: string }[]> {
  return executor.rows('SELECT id, title, body FROM posts WHERE id = ANY ($1::uuid[])', [ids]);
}

/** Selects students whose alert existed when the post was written, each once. */
export const WAITING = `
  SELECT DISTINCT ON (user_id) user_id, word FROM alerts
   WHERE piece = $1 AND patterns = $2::text[] AND paused_at IS NULL AND (building_id IS NULL OR building_id = $3)
     AND since <= $4::timestamptz AND ($5::uuid IS NULL OR user_id > $5)
   ORDER BY user_id`;

/** Notifies up to `limit` students. Returns the last one examined; null if all were. */
async function notifyWaiting(
  transaction: Transaction,
  post: MatchedPost,
  { words, after, limit }: { words: WaitedFor; after: string | null; limit: number },
): Promise<{ told: NotifiedRow[]; last: string | null; looked: number }> {
  const waiting = await transaction.rows<{ user_id: string; word: string }>(`${WAITING} LIMIT $6`, [
    words.piece,
    words.patterns,
    post.building_id,
    post.written,
    after,
    limit,
  ]);
  const told = await transaction.rows<NotifiedRow>(
    `INSERT INTO inbox_lines (id, user_id, kind, about_id, post_id, word, things, at)
     SELECT gen_random_uuid(), person.id, 'alert', $1, $1, waiting.word, CASE WHEN $2::boolean THEN 0 ELSE 1 END, clock_timestamp()
       FROM unnest($4::uuid[], $5::text[]) AS waiting (user_id, word) JOIN users person ON person.id = waiting.user_id
      WHERE person.id IS DISTINCT FROM $3::uuid AND ${hasEnabled('alert', 'person.id')} AND ${reads('person.id', '$3::uuid')}
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

/** Notifies up to `limit` students of a dish; returns how many. Alert and day determine the id, against duplicates. */
async function notifyOfDish(
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
                AND (building_id IS NULL OR building_id = $3) AND ${hasEnabled('alert', 'alerts.user_id')}
                AND NOT EXISTS (SELECT FROM inbox_lines WHERE id = about)
              ORDER BY user_id LIMIT $5) AS waiting
       JOIN users person ON person.id = waiting.user_id
      ORDER BY person.id FOR KEY SHARE OF person
     ON CONFLICT DO NOTHING`,
    [piece, patterns, dish.buildingId, dish.day, limit],
  );
}
