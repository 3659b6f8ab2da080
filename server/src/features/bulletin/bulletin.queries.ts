import type { Executor, Transaction } from '../../platform/database/database.ts';

export interface NoticeRow {
  id: string;
  title: string;
  body: string;
  has_image: boolean;
  /** What its image is known by; null until the image was looked at. */
  image_mark: string | null;
  created_at: Date;
}

export type EventRow = NoticeRow;

/** Lists of the operator stay short; this only bounds what one answer can grow to. */
const LIST_MAX = 200;

/** Events, newest first. */
export function listEvents(executor: Executor): Promise<EventRow[]> {
  return executor.rows<EventRow>(
    `SELECT id, title, body, has_image, image_mark, created_at FROM events ORDER BY created_at DESC, id DESC LIMIT ${LIST_MAX}`,
  );
}

/** One event. */
export function findEvent(executor: Executor, id: string): Promise<EventRow | undefined> {
  return executor.first<EventRow>(
    'SELECT id, title, body, has_image, image_mark, created_at FROM events WHERE id = $1',
    [id],
  );
}

/** The ids of all events and notices with an image. */
export async function listIllustrated(executor: Executor): Promise<string[]> {
  const rows = await executor.rows<{ id: string }>(
    'SELECT id FROM events WHERE has_image UNION ALL SELECT id FROM notices WHERE has_image ORDER BY id',
  );
  return rows.map(({ id }) => id);
}

/** Notices, newest first. */
export function listNotices(executor: Executor): Promise<NoticeRow[]> {
  return executor.rows<NoticeRow>(
    `SELECT id, title, body, has_image, image_mark, created_at FROM notices ORDER BY created_at DESC, id DESC LIMIT ${LIST_MAX}`,
  );
}

/** One notice. */
export function findNotice(executor: Executor, id: string): Promise<NoticeRow | undefined> {
  return executor.first<NoticeRow>(
    'SELECT id, title, body, has_image, image_mark, created_at FROM notices WHERE id = $1',
    [id],
  );
}

/** What the operator writes [EN-06]. */
export interface NewNotice {
  id: string;
  title: string;
  body: string;
}

/** Changed fields only; what is undefined stays. */
export type NoticeChanges = { [Field in 'title' | 'body']?: string | undefined };

/** Adds an event, created now. */
export async function insertEvent(
  executor: Executor,
  event: NewNotice & { hasImage: boolean },
): Promise<void> {
  await executor.change('INSERT INTO events (id, title, body, has_image) VALUES ($1, $2, $3, $4)', [
    event.id,
    event.title,
    event.body,
    event.hasImage,
  ]);
}

/** Changes an event; false when there is no such one. */
export async function updateEvent(
  executor: Executor,
  id: string,
  changes: NoticeChanges & { hasImage?: boolean | undefined },
): Promise<boolean> {
  const changed = await executor.change(
    `UPDATE events SET title = coalesce($2, title), body = coalesce($3, body),
                       has_image = coalesce($4::boolean, has_image)
      WHERE id = $1`,
    [id, changes.title ?? null, changes.body ?? null, changes.hasImage ?? null],
  );
  return changed === 1;
}

/** Notes what an event's image is known by. */
export async function markImage(executor: Executor, id: string, mark: string): Promise<void> {
  await executor.change('UPDATE events SET image_mark = $2 WHERE id = $1', [id, mark]);
}

/** Says whether an event or notice has an image, and what that is known by. */
export async function setImage(
  executor: Executor,
  table: 'events' | 'notices',
  id: string,
  mark: string | null,
): Promise<void> {
  await executor.change(
    `UPDATE ${table} SET has_image = $2::text IS NOT NULL, image_mark = $2 WHERE id = $1`,
    [id, mark],
  );
}

/** Locks an event or notice and reads it: nobody changes or removes it before the commit. */
export function lockEntry(
  transaction: Transaction,
  table: 'events' | 'notices',
  id: string,
): Promise<NoticeRow | undefined> {
  return transaction.first<NoticeRow>(
    `SELECT id, title, body, has_image, image_mark, created_at FROM ${table} WHERE id = $1 FOR UPDATE`,
    [id],
  );
}

/** False when there is no such event. */
export async function deleteEvent(executor: Executor, id: string): Promise<boolean> {
  return (await executor.change('DELETE FROM events WHERE id = $1', [id])) === 1;
}

/** Adds a notice, created now: from now on it is in every inbox. */
export async function insertNotice(executor: Executor, notice: NewNotice): Promise<void> {
  await executor.change(
    'INSERT INTO notices (id, title, body, told_at) VALUES ($1, $2, $3, clock_timestamp())',
    [notice.id, notice.title, notice.body],
  );
}

/** Changes a notice; false when there is no such one. */
export async function updateNotice(executor: Executor, id: string, changes: NoticeChanges): Promise<boolean> {
  const changed = await executor.change(
    'UPDATE notices SET title = coalesce($2, title), body = coalesce($3, body) WHERE id = $1',
    [id, changes.title ?? null, changes.body ?? null],
  );
  return changed === 1;
}

/** False when there is no such notice. */
export async function deleteNotice(executor: Executor, id: string): Promise<boolean> {
  return (await executor.change('DELETE FROM notices WHERE id = $1', [id])) === 1;
}
