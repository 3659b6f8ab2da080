import type { CaseState, CaseGround } from '@madang/contract/moderation/rules';
import type { Executor } from '../../platform/database/database.ts';
import { mailboxOfColumn } from '../accounts/index.ts';
import type { Staff } from './roles.queries.ts';

/** How many cases one page of the queue shows. */
export const QUEUE_PAGE = 30;

export interface CardRow {
  id: string;
  kind: 'post' | 'reply';
  thing_id: string;
  post_id: string;
  author_id: string | null;
  state: CaseState;
  ground: CaseGround | null;
  opened_at: Date;
  due_at: Date | null;
  revision: number;
  building_id: string;
  board: string;
  title: string;
  body: string;
  reporters: number;
  requests: number;
  own: boolean;
  reported: boolean;
  decided_before: boolean;
  /** Of the cursor behind it. */
  place: string;
}

/** Of these rows of the table `cases`; $1 is who asks, $2 an operator, $3 the boards of a moderator. */
const cardOf = (cases: string) => `
  SELECT cases.id, cases.kind, cases.thing_id, cases.post_id, cases.author_id, cases.state, cases.ground, cases.opened_at,
         cases.due_at, cases.revision, posts.building_id, buildings.name AS board, posts.title,
         coalesce(replies.body, posts.body) AS body,
         (SELECT count(DISTINCT reporter_id)::int FROM reports
           WHERE case_id = cases.id AND withdrawn_at IS NULL) AS reporters,
         (SELECT count(*)::int FROM rights_requests WHERE case_id = cases.id) AS requests,
         cases.author_id IS NOT DISTINCT FROM $1::uuid AS own,
         EXISTS (SELECT FROM reports WHERE case_id = cases.id AND reporter_id = $1)
           OR (SELECT ${mailboxOfColumn('email')} FROM accounts WHERE accounts.id = $1)
              IN (SELECT mailbox FROM rights_requests WHERE case_id = cases.id) AS reported,
         cases.state = 'appealed' AND cases.decided_by IS NOT DISTINCT FROM $1::uuid
           AND EXISTS (SELECT FROM roles
                        WHERE roles.user_id NOT IN (cases.decided_by, coalesce(cases.author_id, cases.decided_by))
                          AND (roles.role = 'operator' OR roles.building_id = posts.building_id)
                          AND NOT EXISTS (SELECT FROM reports
                                           WHERE case_id = cases.id AND reporter_id = roles.user_id)) AS decided_before,
         concat_ws(' ', (extract(epoch FROM cases.due_at) * 1000000)::bigint, cases.id) AS place
    FROM ${cases} JOIN posts ON posts.id = cases.post_id JOIN buildings ON buildings.id = posts.building_id
    LEFT JOIN replies ON cases.kind = 'reply' AND replies.id = cases.thing_id
   WHERE ($2::boolean OR posts.building_id = ANY ($3::text[]))`;

/** What waits behind a place, what is due first first, one more than a page. */
const waiting = (board = '') => `
  (SELECT * FROM cases
    WHERE ${board} due_at IS NOT NULL
      AND (due_at, id) > (timestamptz 'epoch' + $4::bigint * interval '1 microsecond', $5::uuid)
    ORDER BY due_at, id LIMIT ${QUEUE_PAGE + 1}) AS cases`;

export const QUEUE = `${cardOf(waiting())} ORDER BY cases.due_at, cases.id`;

/** Of each board of a moderator a page, and of these together one: it costs nothing what waits on other boards. */
export const BOARDS_QUEUE = `${cardOf(`
  (SELECT cases.* FROM unnest($3::text[]) AS board, LATERAL ${waiting('building_id = board AND')}
    ORDER BY due_at, id LIMIT ${QUEUE_PAGE + 1}) AS cases`)} ORDER BY cases.due_at, cases.id`;

const FIRST = { createdMicros: 0, id: '00000000-0000-0000-0000-000000000000' };

/** The waiting cases that this role decides, what is due first first, one more than a page. */
export function listQueue(
  executor: Executor,
  { userId, operator, boards }: Staff,
  after: { createdMicros: number; id: string } | null,
): Promise<CardRow[]> {
  const { createdMicros, id } = after ?? FIRST;
  return executor.rows<CardRow>(operator ? QUEUE : BOARDS_QUEUE, [
    userId,
    operator,
    boards,
    createdMicros,
    id,
  ]);
}

/** One case that this role may see, waiting or decided. */
export function findCard(
  executor: Executor,
  { userId, operator, boards }: Staff,
  id: string,
): Promise<CardRow | undefined> {
  return executor.first<CardRow>(`${cardOf('cases')} AND cases.id = $4`, [userId, operator, boards, id]);
}
