import { type NotificationKind, PUSH_UNOPENED_MAX, QUIET_TO } from '@madang/contract/notifications/rules';
import { firstParagraph } from '@madang/contract/text/rules';
import { v7 as uuidv7 } from 'uuid';
import type { Database, Executor, Transaction } from '../../database/database.ts';
import type { NotificationCounter } from '../analytics/index.ts';
import { type InboxRow, reads } from './inbox.ts';

/** Text of a push message and its target. */
interface FormattedPush {
  title: string;
  body: string;
  /** Path and fragment on this site. */
  path: string;
}

/** Characters of a text in a push message. */
const TEXT_MAX = 80;
const OPEN = '눌러서 확인해 보세요.';
/** Lock screens are public: details stay in the inbox. */
const CASE = '운영팀이 알려 드릴 것이 있어요';

/** Formats a push for one target or a count, without names. */
export function formatPush(rows: readonly PushTextRow[]): FormattedPush | null {
  const [row] = rows;
  if (!row) return null;
  if (rows.length > 1)
    return {
      title: `새 소식 ${rows.length}개`,
      body: '알림함에서 한꺼번에 볼 수 있어요.',
      path: '/notifications',
    };
  const { title, path, text = null } = formatOne(row);
  return { title, path, body: text === null ? OPEN : cut(text) };
}

/** Whether a push of these kinds uses high urgency. */
export function isUrgent(kinds: readonly PushTextRow['kind'][]): boolean {
  return kinds.some((kind) => kind === 'answer' || kind === 'accepted');
}

/** Returns the metrics label of a push: its kind, or `several`. */
export function labelOf(kinds: readonly PushTextRow['kind'][]): NotificationKind | 'several' {
  const [kind] = kinds;
  return kind !== undefined && kinds.length === 1 ? kindOf(kind) : 'several';
}

const cut = (text: string) =>
  text
    .split('\n')
    .map((line) => firstParagraph(line, TEXT_MAX))
    .join('\n');

/** `text` follows the title; for posts only if enabled. */
function formatOne(row: PushTextRow): { title: string; path: string; text?: string | null } {
  const { texts, post_id: postId, reply_number: number, title: about } = row;
  const wished = (text: string) => (texts ? text : null);
  switch (row.kind) {
    case 'answer':
      return {
        title: formatAnswers(row),
        path: `/post/${postId}#r${number}`,
        text: wished(`${about}\n${firstParagraph(row.reply_body ?? '', TEXT_MAX)}`),
      };
    case 'accepted':
      return { title: '내 답변이 채택됐어요', path: `/post/${postId}#r${number}`, text: wished(about) };
    case 'alert':
      return {
        title: '기다리던 키워드의 새 글이 올라왔어요',
        path: `/post/${postId}`,
        text: wished(`‘${row.word}’\n${about}`),
      };
    case 'dish':
      return {
        title: '기다리던 메뉴가 오늘 나와요',
        path: `/building/${row.building_id}/view#meals`,
        text: texts ? `‘${row.word}’ · ${row.building_name}` : (row.building_name ?? ''),
      };
    case 'ticket':
      return {
        title:
          row.said === 'asked' ? '고장이 고쳐졌는지 알려 주세요' : '기다리던 고장 신고에 새 소식이 있어요',
        path: `/post/${row.about_id}`,
        text: wished(about),
      };
    case 'notice':
      return { title: '새 공지사항이 있어요', path: `/board/notice/${row.about_id}`, text: about };
    case 'report':
      return { title: CASE, path: `/post/${postId}` };
    case 'case':
    case 'sanction':
      return { title: CASE, path: '/mypage/cases' };
  }
}

/** Same wording as the inbox. */
function formatAnswers({ things, to_reply: toReply, own_post: own }: PushTextRow): string {
  if (things === 1 && toReply) return '내 댓글에 답글이 달렸어요';
  const where = own ? '내 글' : toReply ? '참여한 글' : '팔로우한 글';
  return things === 1 ? `${where}에 새 댓글이 달렸어요` : `${where}에 새 댓글이 ${things}개 달렸어요`;
}

/** Students per transaction. */
const BATCH = 200;

/** A student with a due push, whose settings row is locked. */
interface DecidedRow {
  user_id: string;
  resting: boolean;
  /** End of the current quiet hours; null outside of them. */
  quiet_end: Date | null;
  /** Start of the next day's budget; null while today's budget lasts. */
  next_budget: Date | null;
}

// `local` is campus time; converting back stays correct across clock changes.
const LOCK_DUE = `
  WITH local AS (SELECT clock, clock::date AS day, extract(hour FROM clock)::int AS hour
                   FROM (SELECT $1::timestamptz AT TIME ZONE $2::text AS clock) AS now)
  SELECT user_id, unopened >= ${PUSH_UNOPENED_MAX} AS resting,
         CASE WHEN CASE WHEN quiet_from < quiet_to THEN hour >= quiet_from AND hour < quiet_to
                        ELSE hour >= quiet_from OR hour < quiet_to END
              THEN (local.day + CASE WHEN hour < quiet_to THEN 0 ELSE 1 END + make_time(quiet_to, 0, 0)) AT TIME ZONE $2::text
          END AS quiet_end,
         CASE WHEN push_settings.day = local.day AND pushed >= budget
              THEN (local.day + 1 + make_time(${QUIET_TO}, 0, 0)) AT TIME ZONE $2::text END AS next_budget
    FROM push_settings, local
   WHERE user_id IN (SELECT user_id FROM pushes WHERE due_at <= $1 ORDER BY due_at LIMIT ${BATCH})
   ORDER BY user_id FOR NO KEY UPDATE OF push_settings`;

interface Decisions {
  held: { userId: string; until: Date }[];
  pushed: { pushId: string; rows: readonly PushTextRow[] }[];
}

/**
 * Decides pushes of a batch of students, their settings locked; returns their number. Considers opening, quiet hours,
 * budgets; merges simultaneous targets.
 */
export async function decidePushes(
  { database, counter, timeZone }: { database: Database; counter: NotificationCounter; timeZone: string },
  now: Date,
): Promise<number> {
  return database.transaction(async (transaction) => {
    const students = await transaction.rows<DecidedRow>(LOCK_DUE, [now, timeZone]);
    if (students.length === 0) return 0;
    const ids = students.map(({ user_id: userId }) => userId);
    const said = await readDuePushTexts(transaction, ids, now);
    const decisions = decide(students, said);
    await hold(transaction, decisions.held, now);
    await push(transaction, decisions.pushed, { now, timeZone });
    // The other due targets have nothing to show, or this student receives none.
    await transaction.change(
      'UPDATE pushes SET due_at = NULL WHERE user_id = ANY ($1::uuid[]) AND due_at <= $2',
      [ids, now],
    );
    transaction.afterCommit(() => {
      for (const { rows } of decisions.pushed)
        counter.addLines('pushMade', labelOf(rows.map(({ kind }) => kind)), 1);
    });
    return students.length;
  });
}

function decide(students: readonly DecidedRow[], said: ReadonlyMap<string, PushTextRow[]>): Decisions {
  const decisions: Decisions = { held: [], pushed: [] };
  for (const { user_id: userId, resting, quiet_end: quietEnd, next_budget: nextBudget } of students) {
    const rows = said.get(userId) ?? [];
    const until = quietEnd ?? nextBudget;
    if (resting || rows.length === 0) continue;
    if (until) decisions.held.push({ userId, until });
    else decisions.pushed.push({ pushId: uuidv7(), rows });
  }
  return decisions;
}

async function hold(transaction: Transaction, held: Decisions['held'], now: Date): Promise<void> {
  if (held.length === 0) return;
  await transaction.change(
    `UPDATE pushes SET due_at = held.until FROM unnest($1::uuid[], $2::text[]::timestamptz[]) AS held (user_id, until)
      WHERE pushes.user_id = held.user_id AND due_at <= $3`,
    [held.map(({ userId }) => userId), held.map(({ until }) => until.toISOString()), now],
  );
}

/** Adds one delivery for each device of the student. */
async function push(
  transaction: Transaction,
  pushed: Decisions['pushed'],
  { now, timeZone }: { now: Date; timeZone: string },
): Promise<void> {
  if (pushed.length === 0) return;
  const things = pushed.flatMap(({ pushId, rows }) => rows.map((row) => ({ ...row, pushId })));
  await transaction.change(
    `UPDATE pushes SET due_at = NULL, push_id = thing.push_id, pushed_at = $5, sent_at = NULL
       FROM unnest($1::uuid[], $2::text[], $3::uuid[], $4::uuid[]) AS thing (user_id, kind, about_id, push_id)
      WHERE (pushes.user_id, pushes.kind, pushes.about_id) = (thing.user_id, thing.kind, thing.about_id)`,
    [
      things.map((thing) => thing.user_id),
      things.map(({ kind }) => kind),
      things.map((thing) => thing.about_id),
      things.map(({ pushId }) => pushId),
      now,
    ],
  );
  const userIds = pushed.map(({ rows }) => rows[0]?.user_id);
  await transaction.change(
    `INSERT INTO push_deliveries (push_id, device_id, host, made_at, next_at)
     SELECT push.id, device.id, substring(endpoint FROM '^https://([^/?#]+)'), $3, $3
       FROM unnest($1::uuid[], $2::uuid[]) AS push (user_id, id) JOIN push_devices AS device USING (user_id)`,
    [userIds, pushed.map(({ pushId }) => pushId), now],
  );
  await transaction.change(
    `UPDATE push_settings SET pushed = CASE WHEN day = today THEN pushed ELSE 0 END + 1, day = today
       FROM (SELECT ($2::timestamptz AT TIME ZONE $3::text)::date AS today) AS local WHERE user_id = ANY ($1::uuid[])`,
    [userIds, now, timeZone],
  );
}

/** Current content of a push about one target. */
export interface PushTextRow extends Pick<
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
  /** Value stored in the line when it was made. */
  said: string | null;
  /** Whether the student enabled texts in pushes. */
  texts: boolean;
}

/** Returns the settings switch that covers a line kind. */
function kindOf(kind: InboxRow['kind']): NotificationKind {
  if (kind === 'dish') return 'alert';
  return kind === 'sanction' || kind === 'report' ? 'case' : kind;
}

/** SQL equivalent of `kindOf`. */
const KIND = `CASE pushed.kind WHEN 'dish' THEN 'alert' WHEN 'sanction' THEN 'case' WHEN 'report' THEN 'case' ELSE pushed.kind END`;

/** Selects the current content of `pushed`, without read, invisible, muted, blocked or disabled targets. */
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
     AND (pushed.kind <> 'answer' OR answers.oldest IS NOT NULL)
     AND (${KIND} = 'case' OR ${reads('pushed.user_id', 'posts.author_id')})`;

/** Returns the due content of these students, by student. */
export async function readDuePushTexts(
  executor: Executor,
  userIds: readonly string[],
  now: Date,
): Promise<Map<string, PushTextRow[]>> {
  const due = `${SAID} AND pushed.user_id = ANY ($1::uuid[]) AND pushed.due_at <= $2`;
  return groupBy(await executor.rows<PushTextRow>(due, [userIds, now]), (row) => row.user_id);
}

/** Returns the current content of these pushes, by push id. */
export async function readPushText(
  executor: Executor,
  pushIds: readonly string[],
): Promise<Map<string, PushTextRow[]>> {
  const rows = await executor.rows<PushTextRow>(`${SAID} AND pushed.push_id = ANY ($1::uuid[])`, [pushIds]);
  return groupBy(rows, (row) => row.push_id ?? '');
}

function groupBy(
  rows: readonly PushTextRow[],
  keyOf: (row: PushTextRow) => string,
): Map<string, PushTextRow[]> {
  const groups = new Map<string, PushTextRow[]>();
  for (const row of rows) groups.set(keyOf(row), [...(groups.get(keyOf(row)) ?? []), row]);
  return groups;
}
