import type { Executor } from '../../platform/database/database.ts';

/** What stands on home and has pages of its own; the third kind of entry, a facility notice, is read as the post that it is. */
export type BulletinKind = 'event' | 'notice';

/** What everybody sees of an event or notice. */
export interface ShownRow {
  id: string;
  title: string;
  body: string;
  /** What its picture is known by; null for none. */
  picture_mark: string | null;
  shown_at: Date;
}

/** Stands for the mark of a picture that nobody has looked at yet. */
export const UNMARKED = 'unmarked';

/** Lists of the operator stay short; this only bounds what one answer can grow to. */
const LIST_MAX = 200;

const SHOWN = `SELECT id, title, body, picture_mark, shown_at FROM bulletin_entries WHERE kind = $1 AND state = 'shown'`;

/** What is shown of a kind, newest first. */
export function listShown(executor: Executor, kind: BulletinKind): Promise<ShownRow[]> {
  return executor.rows<ShownRow>(`${SHOWN} ORDER BY shown_at DESC, id DESC LIMIT ${LIST_MAX}`, [kind]);
}

/** One event or notice that is shown. */
export function findShown(executor: Executor, kind: BulletinKind, id: string): Promise<ShownRow | undefined> {
  return executor.first<ShownRow>(`${SHOWN} AND id = $2`, [kind, id]);
}

/** Notes what a picture is known by. */
export async function markImage(executor: Executor, id: string, mark: string): Promise<void> {
  await executor.change(
    `UPDATE bulletin_entries SET picture_mark = $2 WHERE id = $1 AND picture_mark = '${UNMARKED}'`,
    [id, mark],
  );
}
