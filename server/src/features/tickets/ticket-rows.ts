// Writes to a ticket, its steps or joins lock its post first (`lockTicket`), like hiding.
import {
  MEDIAN_DAYS,
  MEDIAN_FROM,
  OPEN_MAX,
  TICKET_BOARD,
  type TicketKind,
  type TicketStep,
  WITHDRAW_MINUTES,
} from '@madang/contract/tickets/rules';
import type { Executor, Transaction } from '../../database/database.ts';
import { lockPost } from '../posts/index.ts';

export interface TicketRow {
  id: string;
  number: number;
  building_id: string;
  building_name: string;
  amenity_id: string | null;
  kind: TicketKind;
  floor: string;
  spot: string;
  step: TicketStep;
  step_at: Date;
  opened_at: Date;
  known_at: Date | null;
  asked_at: Date | null;
  author_id: string | null;
  body: string;
  hidden: boolean;
  joined: number;
  /** Null once another student joined, or the time is over. */
  withdrawable_until: Date | null;
}

/** SQL condition: the step is open; same as `isOpen`. */
export const OPEN = `tickets.step IN ('received', 'seen', 'repairing')`;

export const TICKET = `
  SELECT tickets.post_id AS id, number, tickets.building_id, buildings.name AS building_name, amenity_id, tickets.kind, floor, spot,
         step, step_at, opened_at, known_at, asked_at, posts.author_id, posts.body, posts.hidden_at IS NOT NULL AS hidden,
         (SELECT count(*)::int FROM ticket_joins WHERE ticket_id = tickets.post_id) AS joined,
         CASE WHEN opened_at > now() - interval '${WITHDRAW_MINUTES} minutes'
               AND NOT EXISTS (SELECT FROM ticket_joins
                                WHERE ticket_id = tickets.post_id AND user_id IS DISTINCT FROM posts.author_id)
              THEN opened_at + interval '${WITHDRAW_MINUTES} minutes' END AS withdrawable_until
    FROM tickets JOIN posts ON posts.id = tickets.post_id JOIN buildings ON buildings.id = tickets.building_id`;

export const OPEN_TICKETS = `
  SELECT * FROM (${TICKET} WHERE ${OPEN} AND posts.hidden_at IS NULL
                  ORDER BY opened_at DESC, number DESC LIMIT ${OPEN_MAX}) AS newest
   ORDER BY opened_at, number`;

/** Returns the newest visible open tickets, oldest of them first. */
export function listOpenTickets(executor: Executor): Promise<TicketRow[]> {
  return executor.rows<TicketRow>(OPEN_TICKETS);
}

/** Returns visible tickets that ended in the last days, newest first. */
export function listEndedTickets(executor: Executor, days: number): Promise<TicketRow[]> {
  return executor.rows<TicketRow>(
    `${TICKET} WHERE step IN ('fixed', 'refused') AND step_at > now() - make_interval(days => $1) AND posts.hidden_at IS NULL
      ORDER BY step_at DESC, number DESC`,
    [days],
  );
}

/** Median days until repair, for at least three repairs. */
interface MedianRow {
  buildingId: string;
  kind: TicketKind;
  days: number;
  n: number;
}

export const MEDIANS = `
  SELECT tickets.building_id AS "buildingId", tickets.kind, count(*)::int AS n,
         round((percentile_cont(0.5) WITHIN GROUP (ORDER BY extract(epoch FROM step_at - opened_at)::float8 / 86400))::numeric, 1)::float8
           AS days
    FROM tickets JOIN posts ON posts.id = tickets.post_id
   WHERE step = 'fixed' AND step_at > now() - interval '${MEDIAN_DAYS} days' AND posts.hidden_at IS NULL
   GROUP BY tickets.building_id, tickets.kind HAVING count(*) >= ${MEDIAN_FROM}
   ORDER BY tickets.building_id COLLATE "C", tickets.kind`;

export function listMedians(executor: Executor): Promise<MedianRow[]> {
  return executor.rows<MedianRow>(MEDIANS);
}

/** Returns visible tickets that a student reported or joined, newest first. */
export function listTicketsOf(executor: Executor, userId: string): Promise<TicketRow[]> {
  return executor.rows<TicketRow>(
    `${TICKET} WHERE posts.hidden_at IS NULL AND tickets.post_id IN (
              SELECT ticket_id FROM ticket_joins WHERE user_id = $1
              UNION SELECT post_id FROM posts AS own JOIN tickets AS written ON written.post_id = own.id WHERE own.author_id = $1)
      ORDER BY opened_at DESC, number DESC`,
    [userId],
  );
}

/** Returns a ticket, also a hidden one. */
export function findTicket(executor: Executor, id: string): Promise<TicketRow | undefined> {
  return executor.first<TicketRow>(`${TICKET} WHERE tickets.post_id = $1`, [id]);
}

/** Returns the id of the visible ticket with a number. */
export async function findTicketId(executor: Executor, number: number): Promise<string | undefined> {
  const row = await executor.first<{ id: string }>(
    `SELECT posts.id FROM tickets JOIN posts ON posts.id = post_id WHERE number = $1 AND posts.hidden_at IS NULL`,
    [number],
  );
  return row?.id;
}

/** Locks a visible ticket with its post until commit, and returns it. */
export async function lockTicket(transaction: Transaction, id: string): Promise<TicketRow | undefined> {
  const post = await lockPost(transaction, id);
  if (!post || post.hidden) return undefined;
  await transaction.rows('SELECT FROM tickets WHERE post_id = $1 FOR NO KEY UPDATE', [id]);
  return findTicket(transaction, id);
}

/** Locks building and amenity; returns the name and whether they match. */
export async function holdPlace(
  transaction: Transaction,
  buildingId: string,
  amenityId: string | null,
): Promise<{ name: string; amenity: boolean } | undefined> {
  const building = await transaction.first<{ name: string }>(
    `SELECT name FROM buildings WHERE id = $1 AND kind = 'building' FOR KEY SHARE`,
    [buildingId],
  );
  if (!building) return undefined;
  const found =
    amenityId === null ||
    (await transaction.first('SELECT FROM amenities WHERE id = $1 AND building_id = $2 FOR KEY SHARE', [
      amenityId,
      buildingId,
    ])) !== undefined;
  return { ...building, amenity: found };
}

/** Adds the board of tickets if missing; no campus folder contains it. */
export async function putTicketBoard(transaction: Transaction): Promise<void> {
  await transaction.change(
    `INSERT INTO buildings (id, name, category, info, kind)
     VALUES ($1, '고장 신고', '시설', '고장 난 곳을 알리는 글이 모입니다.', 'hidden') ON CONFLICT (id) DO NOTHING`,
    [TICKET_BOARD],
  );
}

export interface NewTicket {
  id: string;
  buildingId: string;
  amenityId: string | null;
  kind: TicketKind;
  floor: string;
  spot: string;
}

/** Adds a post's ticket with the next number; its author joins it. */
export async function insertTicket(
  transaction: Transaction,
  { id, buildingId, amenityId, kind, floor, spot }: NewTicket,
  userId: string,
): Promise<void> {
  // Locks the numbering until the commit.
  await transaction.rows('SELECT FROM buildings WHERE id = $1 FOR NO KEY UPDATE', [TICKET_BOARD]);
  await transaction.change(
    `INSERT INTO tickets (post_id, building_id, amenity_id, kind, floor, spot, number)
     SELECT $1, $2, $3, $4, $5, $6, coalesce(max(number), 0) + 1 FROM tickets`,
    [id, buildingId, amenityId, kind, floor, spot],
  );
  await insertJoin(transaction, id, userId);
}

export async function insertJoin(transaction: Transaction, id: string, userId: string): Promise<void> {
  await transaction.change(
    'INSERT INTO ticket_joins (ticket_id, user_id) VALUES ($1, $2) ON CONFLICT DO NOTHING',
    [id, userId],
  );
}

export async function deleteJoin(transaction: Transaction, id: string, userId: string): Promise<void> {
  await transaction.change('DELETE FROM ticket_joins WHERE ticket_id = $1 AND user_id = $2', [id, userId]);
}

/** Returns a student's answer; undefined if they did not join. */
export function findJoin(
  executor: Executor,
  id: string,
  userId: string,
): Promise<{ fixed: boolean | null } | undefined> {
  return executor.first('SELECT fixed FROM ticket_joins WHERE ticket_id = $1 AND user_id = $2', [id, userId]);
}

/** Stores a student's answer; returns how many now report it as broken. */
export async function putAnswer(
  transaction: Transaction,
  id: string,
  userId: string,
  fixed: boolean,
): Promise<number> {
  await transaction.change('UPDATE ticket_joins SET fixed = $3 WHERE ticket_id = $1 AND user_id = $2', [
    id,
    userId,
    fixed,
  ]);
  const row = await transaction.first<{ count: number }>(
    'SELECT count(*)::int AS count FROM ticket_joins WHERE ticket_id = $1 AND NOT fixed',
    [id],
  );
  return row?.count ?? 0;
}

export interface StepRow {
  step: TicketStep;
  word: string;
  at: Date;
  by: 'operator' | 'office' | 'students';
}

/** Returns the steps of a ticket, oldest first. */
export function listSteps(executor: Executor, id: string): Promise<StepRow[]> {
  return executor.rows<StepRow>(
    'SELECT step, word, done_at AS at, done_by AS by FROM ticket_steps WHERE ticket_id = $1 ORDER BY done_at, id',
    [id],
  );
}

/** Adds a step; the ticket is locked. */
export async function insertStep(
  transaction: Transaction,
  id: string,
  { step, word, by }: Omit<StepRow, 'at'>,
): Promise<void> {
  await transaction.change(
    `WITH done AS (INSERT INTO ticket_steps (ticket_id, step, word, done_by) VALUES ($1, $2, $3, $4) RETURNING done_at)
     UPDATE tickets SET step = $2, step_at = done.done_at FROM done WHERE post_id = $1`,
    [id, step, word, by],
  );
}

/** Clears the answers and marks the ticket as unsent. */
export async function forgetAnswers(transaction: Transaction, id: string): Promise<void> {
  await transaction.change('UPDATE tickets SET asked_at = NULL, known_at = NULL WHERE post_id = $1', [id]);
  await transaction.change('UPDATE ticket_joins SET fixed = NULL WHERE ticket_id = $1', [id]);
}

/** Returns tickets fixed long enough ago, their students unasked. */
export async function listToAsk(executor: Executor, days: number, limit: number): Promise<string[]> {
  const rows = await executor.rows<{ id: string }>(
    `SELECT post_id AS id FROM tickets JOIN posts ON posts.id = post_id
      WHERE step = 'fixed' AND asked_at IS NULL AND step_at <= now() - make_interval(days => $1)
        AND step_at > now() - interval '1 year' AND posts.hidden_at IS NULL
      ORDER BY post_id LIMIT $2`,
    [days, limit],
  );
  return rows.map(({ id }) => id);
}

/** Records that the students were asked. */
export async function markAsked(transaction: Transaction, id: string): Promise<void> {
  await transaction.change('UPDATE tickets SET asked_at = now() WHERE post_id = $1', [id]);
}

/** A picture of a ticket's post, with storage path. */
interface TicketPicture {
  upload_id: string;
  owner_id: string;
  width: number;
  height: number;
}

/** Returns the pictures of a visible ticket in order. */
export function listTicketPictures(executor: Executor, id: string): Promise<TicketPicture[]> {
  return executor.rows<TicketPicture>(
    `SELECT upload_id, owner_id, post_images.width, post_images.height
       FROM post_images JOIN uploads ON uploads.id = upload_id JOIN posts ON posts.id = post_images.post_id
      WHERE post_images.post_id = $1 AND removed_at IS NULL AND posts.hidden_at IS NULL ORDER BY position`,
    [id],
  );
}
