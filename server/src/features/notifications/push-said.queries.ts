import type { NotificationKind } from '@madang/contract/notifications/rules';
import type { Executor } from '../../platform/database/database.ts';
import type { InboxRow } from './inbox.queries.ts';
import { reads } from './notifications.queries.ts';

/** What is pushed about one thing, as it stands now. */
export interface SaidRow extends Pick<
  InboxRow,
  | 'kind'
  | 'things'
  | 'about_id'
  | 'word'
  | 'post_id'
  | 'title'
  | 'building_id'
  | 'building_name'
  | 'reply_number'
  | 'to_reply'
  | 'own_post'
  | 'reply_body'
> {
  user_id: string;
  push_id: string | null;
  /** What the line said when it was made. */
  said: string | null;
  /** Whether the student wants texts in pushes. */
  texts: boolean;
}

/** Which switch of the settings covers what a line tells of. */
export function kindOf(kind: InboxRow['kind']): NotificationKind {
  if (kind === 'dish') return 'alert';
  return kind === 'sanction' || kind === 'report' ? 'case' : kind;
}

/** The same in SQL. */
const KIND = `CASE pushed.kind WHEN 'dish' THEN 'alert' WHEN 'sanction' THEN 'case' WHEN 'report' THEN 'case' ELSE pushed.kind END`;

/**
 * What `pushes`, as `pushed`, say now. What was read meanwhile, is hidden or deleted, was muted, is of somebody who was blocked,
 * or is wanted no longer, has no row.
 */
const SAID = `
  SELECT pushed.user_id, pushed.push_id, pushed.kind, pushed.about_id, settings.texts, coalesce(line.things, 1) AS things, line.word,
         line.said, line.post_id, coalesce(notice.title, posts.title, '') AS title, buildings.id AS building_id,
         buildings.name AS building_name, coalesce(accepted.number, answers.oldest) AS reply_number, answers.to_reply,
         posts.author_id IS NOT DISTINCT FROM pushed.user_id AS own_post, answers.body AS reply_body
    FROM pushes AS pushed JOIN push_settings AS settings USING (user_id) LEFT JOIN inboxes USING (user_id)
    LEFT JOIN inbox_lines AS line ON line.user_id = pushed.user_id AND line.kind = pushed.kind AND line.about_id = pushed.about_id
                                 AND line.read_at IS NULL AND line.things > 0
    LEFT JOIN bulletin_entries AS notice ON pushed.kind = 'notice' AND notice.id = pushed.about_id AND notice.state = 'shown'
                                        AND notice.told_at > coalesce(inboxes.notices_read_at, '-infinity')
    LEFT JOIN posts ON posts.id = line.post_id
    LEFT JOIN buildings ON buildings.id = coalesce(line.building_id, posts.building_id)
    LEFT JOIN replies AS accepted ON line.kind = 'accepted' AND accepted.id = line.about_id
    LEFT JOIN LATERAL (
         SELECT min(replies.number) OVER () AS oldest, answered.author_id IS NOT DISTINCT FROM pushed.user_id AS to_reply, replies.body
           FROM inbox_answers JOIN replies ON replies.id = inbox_answers.reply_id
           LEFT JOIN replies AS answered ON answered.id = replies.answers_id
          WHERE line.kind = 'answer' AND inbox_answers.line_id = line.id AND replies.hidden_at IS NULL
            AND ${reads('pushed.user_id', 'replies.author_id')}
          ORDER BY replies.number DESC LIMIT 1) AS answers ON true
   WHERE (line.id IS NOT NULL OR notice.id IS NOT NULL)
     AND ${KIND} <> ALL (settings.off_kinds) AND coalesce(inboxes.told AND ${KIND} <> ALL (inboxes.off_kinds), true)
     AND (line.kind <> 'answer' OR answers.oldest IS NOT NULL)
     AND (${KIND} = 'case' OR ${reads('pushed.user_id', 'posts.author_id')})`;

/** What is due of these students and says something, by student. */
export async function readDueSaid(
  executor: Executor,
  userIds: readonly string[],
  now: Date,
): Promise<Map<string, SaidRow[]>> {
  const due = `${SAID} AND pushed.user_id = ANY ($1::uuid[]) AND pushed.due_at <= $2`;
  return groupBy(await executor.rows<SaidRow>(due, [userIds, now]), (row) => row.user_id);
}

/** What these pushes say now, by their ids. */
export async function readSaid(
  executor: Executor,
  pushIds: readonly string[],
): Promise<Map<string, SaidRow[]>> {
  const rows = await executor.rows<SaidRow>(`${SAID} AND pushed.push_id = ANY ($1::uuid[])`, [pushIds]);
  return groupBy(rows, (row) => row.push_id ?? '');
}

function groupBy(rows: readonly SaidRow[], keyOf: (row: SaidRow) => string): Map<string, SaidRow[]> {
  const groups = new Map<string, SaidRow[]>();
  for (const row of rows) groups.set(keyOf(row), [...(groups.get(keyOf(row)) ?? []), row]);
  return groups;
}
