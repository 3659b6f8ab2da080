import type { InstallationKeys } from '../../lib/installation-keys.ts';
import type { Campus } from '@madang/campus/campus';
import { obstacleOf } from '@madang/contract/moderation/rules';
import type { CaseCard, CaseDetail } from '@madang/contract/moderation/staff-schema';
import { firstParagraph } from '@madang/contract/text/rules';
import { ProblemError } from '../../http/problem.ts';
import type { Router } from '../../http/router.ts';
import type { ImageStore } from '../../images/image-store.ts';
import type { Session } from '../../sessions/sessions.ts';
import { decodeCursor, encodeCursor, listPostRevisions, uploadPath } from '../posts/index.ts';
import { listReplyRevisions } from '../replies/index.ts';
import {
  type SubjectRow,
  type ThreadRow,
  countAuthor,
  countReasons,
  findSubject,
  listEvents,
  listNotes,
  listPictures,
  listThread,
  type CardRow,
  QUEUE_PAGE,
  findCard,
  listQueue,
} from './queue-rows.ts';
import { decide, type DecisionsDependencies, setVisibility, undoDecision } from './decisions.ts';
import { type RequestRow, listRequests } from './rights-rows.ts';
import { requireStaff, type Staff } from './roles.ts';
import { type SanctionRow, listRunning } from './sanctions.ts';

export type QueueDependencies = DecisionsDependencies & {
  campus: Campus;
  images: ImageStore;
  keys: InstallationKeys;
};

/** Mounts the queue, case details with context, pictures, and decisions. */
export function registerQueue(router: Router, dependencies: QueueDependencies): void {
  const { database, images } = dependencies;

  router.handle('GET /api/moderation/cases', async ({ session, query }) => {
    const staff = await requireStaff(database, session);
    const after = query.cursor === undefined ? null : decodeCursor(query.cursor, false);
    const rows = await listQueue(database, staff, after);
    const last = rows.length > QUEUE_PAGE ? rows[QUEUE_PAGE - 1] : undefined;
    return {
      cases: rows.slice(0, QUEUE_PAGE).map(presentCard),
      nextCursor: last ? encodeCursor(last.place) : null,
      texts: dependencies.campus.settings.moderation?.texts ?? {},
    };
  });

  router.handle('GET /api/moderation/cases/{id}', async ({ session, path }) =>
    readCase(dependencies, ...(await requireCard(dependencies, session, path.id))),
  );

  router.stream('GET /api/moderation/cases/{id}/pictures/{uploadId}', async ({ session, path, request }) => {
    const [card] = await requireCard(dependencies, session, path.id);
    const picture = (await listPictures(database, card.id)).find(({ id }) => id === path.uploadId);
    const bytes = picture && (await images.get(`${uploadPath(picture.owner_id, picture.id)}/large.webp`));
    if (!bytes) throw new ProblemError('resource.missing');
    request.send(200, { 'Cache-Control': 'no-store', 'Content-Type': 'image/webp' }, bytes);
  });

  router.handle('POST /api/moderation/cases/{id}/decision', ({ session, path, body }) =>
    decide(dependencies, session, path.id, body),
  );
  router.handle('POST /api/moderation/cases/{id}/undo', ({ session, path, body }) =>
    undoDecision(dependencies, session, path.id, body.revision),
  );
  for (const [kind, route] of [
    ['post', 'PUT /api/moderation/posts/{id}/visibility'],
    ['reply', 'PUT /api/moderation/replies/{id}/visibility'],
  ] as const)
    router.handle(route, ({ session, path, body }) =>
      setVisibility(dependencies, session, { kind, id: path.id }, body),
    );
}

async function requireCard(
  { database }: QueueDependencies,
  session: Session,
  id: string,
): Promise<[CardRow, Staff]> {
  const staff = await requireStaff(database, session);
  const card = await findCard(database, staff, id);
  if (!card) throw new ProblemError('resource.missing');
  return [card, staff];
}

async function readCase({ database, keys }: QueueDependencies, card: CardRow, { operator }: Staff) {
  const subject = await findSubject(database, card.id);
  if (!subject) throw new ProblemError('resource.missing');
  const { number, parent_id: parentId } = subject;
  return presentCase(keys, card, {
    subject,
    earlier: await (card.kind === 'post' ? listPostRevisions : listReplyRevisions)(database, card.thing_id),
    author: card.author_id ? await countAuthor(database, card.author_id) : null,
    sanctions: card.author_id ? await listRunning(database, card.author_id) : [],
    reasons: await countReasons(database, card.id),
    notes: await listNotes(database, card.id),
    requests: await listRequests(database, card.id),
    operator,
    pictures: await listPictures(database, card.id),
    thread: await listThread(database, card.post_id, number === null ? null : { number, parentId }),
    events: await listEvents(database, card.id),
  });
}

type Rows<Query extends (...input: never[]) => Promise<unknown>> = Awaited<ReturnType<Query>>;

/** Returns a student's pseudonym for moderators, constant and irreversible. */
function tagOf(keys: InstallationKeys, userId: string): string {
  return keys.mac('tag', `tag ${userId}`).toString('hex').slice(0, 6);
}

function presentCard(row: CardRow): CaseCard {
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

/** Returns a request for moderators; only operators see complainants [MO-12]. */
function presentRequest(row: RequestRow, operator: boolean): CaseDetail['requests'][number] {
  const { ground, reason, state, name, email, confirmed_at, due_at } = row;
  return {
    ground,
    reason,
    // Unconfirmed requests have no case.
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

interface CaseContext {
  subject: SubjectRow;
  earlier: { title?: string; body: string; replaced_at: Date }[];
  author: Rows<typeof countAuthor> | null;
  sanctions: SanctionRow[];
  reasons: Rows<typeof countReasons>;
  notes: string[];
  requests: RequestRow[];
  operator: boolean;
  pictures: Rows<typeof listPictures>;
  thread: ThreadRow[];
  events: Rows<typeof listEvents>;
}

/** Returns a case with context; students are tags. */
function presentCase(keys: InstallationKeys, card: CardRow, context: CaseContext): CaseDetail {
  const { subject } = context;
  const tag = (userId: string | null) => userId && tagOf(keys, userId);
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
        ? presentAuthor(tagOf(keys, card.author_id), context.author, context.sanctions)
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
