import type { SanctionKind } from '@madang/contract/moderation/rules';
import { INBOX_PAGE } from '@madang/contract/notifications/rules';
import type { TicketStep } from '@madang/contract/tickets/rules';
import type { Executor } from '../../platform/database/database.ts';
import type { PageEnd } from '../posts/index.ts';
import { NOTICES, NOTICES_READ, reads } from './notifications.queries.ts';

/** A line with what its kind says; the others' columns are null. */
export interface InboxRow {
  id: string;
  kind: 'answer' | 'accepted' | 'alert' | 'notice' | 'case' | 'sanction' | 'report' | 'dish' | 'ticket';
  at: Date;
  micros: number;
  unread: boolean;
  things: number;
  about_id: string;
  word: string | null;
  post_id: string | null;
  title: string;
  building_id: string | null;
  building_name: string | null;
  /** Of an accepted reply, or of the oldest answer. */
  reply_number: number | null;
  to_reply: boolean | null;
  own_post: boolean | null;
  nickname: string | null;
  reply_body: string | null;
  thing: 'post' | 'reply' | null;
  /** Of a case: as it stood when the line was made. */
  state: 'hidden' | 'upheld' | 'restored' | 'appealed' | 'final' | null;
  /** Of a report. */
  outcome: 'upheld' | 'restored' | null;
  /** Of a ticket: its number, its step now, and whether the student is asked if it was fixed. */
  ticket_number: number | null;
  ticket_step: TicketStep | null;
  asked: boolean | null;
  sanction: SanctionKind | null;
  board_name: string | null;
  ends_at: Date | null;
  over: boolean | null;
}

/** Before the position. */
const before = (time: string, id: string): string =>
  `(${time}, ${id}) < (timestamptz 'epoch' + $2::bigint * interval '1 microsecond', $3::uuid)`;

// The newest of both are cut to a page before anything is joined to them.
export const INBOX = `
  SELECT line.id, line.kind, line.at, (extract(epoch FROM line.at) * 1000000)::bigint AS micros, line.unread, line.things,
         line.about_id, line.word, line.post_id, coalesce(line.title, posts.title) AS title, buildings.id AS building_id,
         buildings.name AS building_name, coalesce(accepted.number, answers.oldest) AS reply_number,
         answers.to_reply, posts.author_id = $1 AS own_post, answers.nickname, answers.body AS reply_body, told.kind AS thing,
         CASE line.kind WHEN 'case' THEN coalesce(line.said, told.state) END AS state,
         CASE line.kind WHEN 'report' THEN line.said END AS outcome,
         given.kind AS sanction, given.board_name, given.ends_at, given.ends_at <= now() AS over,
         ticket.number AS ticket_number, ticket.step AS ticket_step, line.said = 'asked' AS asked
    FROM (SELECT * FROM (
            (SELECT id, kind, at, read_at IS NULL AS unread, things, about_id, word, post_id, said, building_id, NULL::text AS title
               FROM inbox_lines WHERE user_id = $1 AND things > 0 AND ${before('at', 'id')}
              ORDER BY at DESC, id DESC LIMIT ${INBOX_PAGE + 1})
            UNION ALL
            (SELECT id, 'notice', told_at, told_at > ${NOTICES_READ}, 1, id, NULL, NULL, NULL, NULL, notices.title
               FROM bulletin_entries AS notices WHERE ${NOTICES} AND ${before('told_at', 'id')}
              ORDER BY told_at DESC, id DESC LIMIT ${INBOX_PAGE + 1})) AS both_kinds
           ORDER BY at DESC, id DESC LIMIT ${INBOX_PAGE + 1}) AS line
    LEFT JOIN posts ON posts.id = line.post_id
    LEFT JOIN buildings ON buildings.id = coalesce(line.building_id, posts.building_id)
    LEFT JOIN replies accepted ON line.kind = 'accepted' AND accepted.id = line.about_id
    LEFT JOIN tickets ticket ON line.kind = 'ticket' AND ticket.post_id = line.about_id
    LEFT JOIN cases told ON line.kind IN ('case', 'report') AND told.id = line.about_id
    LEFT JOIN LATERAL (
         SELECT kind, ends_at, (SELECT name FROM buildings WHERE id = building_id) AS board_name
           FROM sanctions WHERE line.kind = 'sanction' AND id = line.about_id LIMIT 1) AS given ON true
    LEFT JOIN LATERAL (
         SELECT min(replies.number) OVER () AS oldest, answered.author_id IS NOT DISTINCT FROM $1::uuid AS to_reply,
                users.nickname, replies.body
           FROM inbox_answers JOIN replies ON replies.id = inbox_answers.reply_id
           LEFT JOIN replies answered ON answered.id = replies.answers_id
           LEFT JOIN users ON users.id = replies.author_id
          WHERE line.kind = 'answer' AND inbox_answers.line_id = line.id AND replies.hidden_at IS NULL
            AND ${reads('$1::uuid', 'replies.author_id')}
          ORDER BY replies.number DESC LIMIT 1) AS answers ON true
   ORDER BY line.at DESC, line.id DESC`;

/** A page of the inbox and one line more, newest first. */
export function listInbox(
  executor: Executor,
  userId: string,
  { createdMicros, id }: PageEnd,
): Promise<InboxRow[]> {
  return executor.rows<InboxRow>(INBOX, [userId, createdMicros, id]);
}
