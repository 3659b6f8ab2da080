import { INBOX_PAGE } from '@madang/contract/notifications/rules';
import type { InboxNotification } from '@madang/contract/notifications/schema';
import { firstParagraph } from '@madang/contract/text/rules';
import { encodeCursor } from '../posts/index.ts';
import type { InboxRow } from './inbox.queries.ts';

/** How much of an answer stands in its line. */
const PREVIEW = 80;

/** A page of the inbox. */
export function presentInbox(
  rows: readonly InboxRow[],
  unread: number,
): { lines: InboxNotification[]; nextCursor: string | null; unread: number } {
  const shown = rows.slice(0, INBOX_PAGE);
  const last = rows.length > INBOX_PAGE ? shown.at(-1) : undefined;
  return {
    lines: shown.flatMap((row) => presentLine(row) ?? []),
    nextCursor: last ? encodeCursor(`${last.micros} ${last.id}`) : null,
    unread,
  };
}

/** Null for a line whose thing went away while it was read. */
function presentLine(row: InboxRow): InboxNotification | null {
  const { id, title, unread } = row;
  const common = { id, at: row.at.toISOString(), unread };
  if (row.kind === 'notice') return { kind: 'notice', ...common, noticeId: id, title };
  if (row.kind === 'case') {
    const { thing, state } = row;
    return thing && state ? { kind: 'case', ...common, caseId: row.about_id, thing, state, title } : null;
  }
  if (row.kind === 'report') {
    const { thing, outcome, post_id: postId } = row;
    return thing && outcome && postId ? { kind: 'report', ...common, postId, thing, outcome } : null;
  }
  if (row.kind === 'sanction') {
    const { sanction, board_name: board, ends_at: endsAt, over } = row;
    return sanction && endsAt
      ? { kind: 'sanction', ...common, sanction, board, endsAt: endsAt.toISOString(), over: over === true }
      : null;
  }
  if (row.kind === 'dish') {
    const { word, building_id: buildingId, building_name: name } = row;
    return word && buildingId && name
      ? { kind: 'dish', ...common, word, building: { id: buildingId, name } }
      : null;
  }
  if (row.kind === 'ticket') {
    const { about_id: ticketId, ticket_number: number, ticket_step: step } = row;
    return number && step
      ? { kind: 'ticket', ...common, ticketId, number, title, step, asked: row.asked === true }
      : null;
  }
  const post = {
    id: row.post_id ?? '',
    title,
    buildingId: row.building_id ?? '',
    buildingName: row.building_name ?? '',
  };
  if (row.kind === 'alert') return { kind: 'alert', ...common, post, word: row.word ?? '' };
  const replyNumber = row.reply_number;
  if (replyNumber === null) return null;
  if (row.kind === 'accepted') return { kind: 'accepted', ...common, post, replyNumber };
  return {
    kind: 'answer',
    ...common,
    count: row.things,
    to: presentTo(row),
    post,
    replyNumber,
    nickname: row.nickname,
    preview: firstParagraph(row.reply_body ?? '', PREVIEW),
  };
}

/** Of several in a thread of their own only the last one is known to answer a reply. */
function presentTo({ to_reply, things, own_post }: InboxRow): 'post' | 'reply' | 'followed' {
  if (to_reply && (things === 1 || !own_post)) return 'reply';
  return own_post ? 'post' : 'followed';
}
