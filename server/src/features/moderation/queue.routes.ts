import type { Campus } from '@madang/campus/campus';
import type { ImageStore } from '../../platform/images/image-store.ts';
import { ProblemError } from '../../platform/http/problem.ts';
import type { Router } from '../../platform/http/router.ts';
import type { Session } from '../../platform/sessions/sessions.ts';
import { decodeCursor, encodeCursor, listPostRevisions, uploadPath } from '../posts/index.ts';
import { listReplyRevisions } from '../replies/index.ts';
import {
  countAuthor,
  countReasons,
  findSubject,
  listEvents,
  listNotes,
  listPictures,
  listThread,
} from './context.queries.ts';
import { decide, type DecisionsDependencies } from './decisions.actions.ts';
import { presentCard, presentCase } from './queue.present.ts';
import { findCard, listQueue, QUEUE_PAGE, type CardRow } from './queue.queries.ts';
import { listRequests } from './rights.queries.ts';
import { requireStaff } from './roles.actions.ts';
import type { Staff } from './roles.queries.ts';
import { listRunning } from './sanctions.queries.ts';
import { undoDecision } from './undo.actions.ts';
import { setVisibility } from './visibility.actions.ts';

/** What the queue works with. */
export type QueueDependencies = DecisionsDependencies & {
  campus: Campus;
  images: ImageStore;
  /** What tags of students are made with. */
  secret: Buffer;
};

/** Mounts the queue, one case with its context, its pictures, and decisions. */
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

  router.stream('GET /api/moderation/cases/{id}/pictures/{uploadId}', async ({ session, path, exchange }) => {
    const [card] = await requireCard(dependencies, session, path.id);
    const picture = (await listPictures(database, card.id)).find(({ id }) => id === path.uploadId);
    const bytes = picture && (await images.get(`${uploadPath(picture.owner_id, picture.id)}/large.webp`));
    if (!bytes) throw new ProblemError('resource.missing');
    exchange.send(200, { 'Cache-Control': 'no-store', 'Content-Type': 'image/webp' }, bytes);
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

async function readCase({ database, secret }: QueueDependencies, card: CardRow, { operator }: Staff) {
  const subject = await findSubject(database, card.id);
  if (!subject) throw new ProblemError('resource.missing');
  const { number, parent_id: parentId } = subject;
  return presentCase(secret, card, {
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
