import { createHmac } from 'node:crypto';
import type { CaseCard, CaseDetail } from '@madang/contract/moderation/staff-schema';
import { firstParagraph } from '@madang/contract/text/rules';
import type {
  countAuthor,
  countReasons,
  listEvents,
  listPictures,
  SubjectRow,
  ThreadRow,
} from './context.queries.ts';
import { obstacleOf } from '@madang/contract/moderation/rules';
import type { CardRow } from './queue.queries.ts';
import type { RequestRow } from './rights.queries.ts';
import type { SanctionRow } from './sanctions.queries.ts';

type Rows<Query extends (...input: never[]) => Promise<unknown>> = Awaited<ReturnType<Query>>;

/** How anyone who decides sees a student: the same in every case of this installation, and nothing leads back. */
export function tagOf(secret: Buffer, userId: string): string {
  return createHmac('sha256', secret).update(`tag ${userId}`).digest('hex').slice(0, 6);
}

export function presentCard(row: CardRow): CaseCard {
  return {
    id: row.id,
    kind: row.kind,
    state: row.state,
    board: { id: row.building_id, name: row.board },
    title: row.title,
    excerpt: firstParagraph(row.body),
    ground: row.ground,
    openedAt: row.opened_at.toISOString(),
    dueAt: row.due_at?.toISOString() ?? null,
    reporters: row.reporters,
    requests: row.requests,
    obstacle: obstacleOf(row),
    revision: row.revision,
  };
}

/** A request for anyone who decides; who asks only where it is an operator [MO-12]. */
function presentRequest(row: RequestRow, operator: boolean): CaseDetail['requests'][number] {
  const { ground, reason, state, name, email, confirmed_at, due_at } = row;
  return {
    ground,
    reason,
    // One that is not confirmed has no case.
    state: state === 'written' ? 'waiting' : state,
    confirmedAt: confirmed_at?.toISOString() ?? '',
    dueAt: due_at?.toISOString() ?? null,
    waitsForPeople: row.by_people,
    complainant: operator && name !== null && email !== null ? { name, email } : null,
  };
}

function presentAuthor(tag: string, author: Rows<typeof countAuthor>, sanctions: readonly SanctionRow[]) {
  const running = sanctions.map(({ kind, ends_at }) => ({ kind, endsAt: ends_at.toISOString() }));
  return { tag, ...author, sanctions: running };
}

/** What is read of a case beside its card. */
interface CaseContext {
  subject: SubjectRow;
  earlier: { title?: string; body: string; replaced_at: Date }[];
  author: Rows<typeof countAuthor> | null;
  sanctions: SanctionRow[];
  reasons: Rows<typeof countReasons>;
  notes: string[];
  requests: RequestRow[];
  /** Who asks is told to operators only. */
  operator: boolean;
  pictures: Rows<typeof listPictures>;
  thread: ThreadRow[];
  events: Rows<typeof listEvents>;
}

/** A case with its context: people by their tags, reports by their numbers. */
export function presentCase(secret: Buffer, card: CardRow, context: CaseContext): CaseDetail {
  const { subject } = context;
  const tag = (userId: string | null) => userId && tagOf(secret, userId);
  return {
    card: presentCard(card),
    postId: card.post_id,
    thingId: card.thing_id,
    hidden: subject.hidden,
    deleted: subject.deleted,
    body: subject.body,
    keywords: subject.keywords,
    pictures: context.pictures.map(({ id, reported }) => ({
      uploadId: id,
      address: `/api/moderation/cases/${card.id}/pictures/${id}`,
      reported,
    })),
    createdAt: subject.created_at.toISOString(),
    editedAt: subject.edited_at?.toISOString() ?? null,
    earlier: context.earlier.map(({ title, body, replaced_at }) => ({
      title: title ?? null,
      body,
      replacedAt: replaced_at.toISOString(),
    })),
    author:
      card.author_id && context.author
        ? presentAuthor(tagOf(secret, card.author_id), context.author, context.sanctions)
        : null,
    reasons: context.reasons,
    notes: context.notes,
    requests: context.requests.map((request) => presentRequest(request, context.operator)),
    post: { author: tag(subject.post_author_id), body: subject.post_body },
    thread: context.thread.map(({ id, number, author_id, body, hidden }) => ({
      id,
      number,
      author: tag(author_id),
      body,
      hidden,
    })),
    events: context.events.map(({ kind, at, ground, text }) => ({
      kind,
      at: at.toISOString(),
      ground,
      text,
    })),
  };
}
