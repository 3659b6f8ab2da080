import type { Executor } from '../../database/database.ts';
import { ProblemError } from '../../http/problem.ts';
import type { Router } from '../../http/router.ts';
import type { ImageStore } from '../../images/image-store.ts';
import type { InstallationKeys } from '../../lib/installation-keys.ts';
import { uploadPath } from '../posts/index.ts';
import { readOfficeLink } from './offices.ts';
import { answerTicket, moveTicket } from './steps.ts';
import {
  presentOfficeTicket,
  presentTicket,
  readOwnTicket,
  readTickets,
  reportTicket,
  setJoin,
  TICKETS_TAG,
  type TicketsDependencies,
  withdrawTicket,
} from './tickets.ts';
import { findTicket, listTicketPictures, listTicketsOf, type TicketRow } from './ticket-rows.ts';

/** Registers the routes of tickets and of offices' links. */
export function registerTickets(router: Router, dependencies: OfficeDependencies): void {
  const { database } = dependencies;
  registerOffice(router, dependencies);

  router.share('GET /api/tickets', async () => ({
    json: JSON.stringify(await readTickets(database)),
    tags: () => [TICKETS_TAG],
  }));
  router.handle('GET /api/profile/tickets', async ({ session: { userId } }) => {
    const rows = await listTicketsOf(database, userId);
    return { tickets: rows.map((row) => ({ ...presentTicket(row), own: row.author_id === userId })) };
  });
  router.handle('GET /api/tickets/{id}', ({ session, path }) =>
    readOwnTicket(database, session.userId, path.id),
  );
  router.handle('POST /api/tickets', ({ session, body }) => reportTicket(dependencies, session, body));
  router.handle('DELETE /api/tickets/{id}', ({ session, path }) =>
    withdrawTicket(dependencies, session, path.id),
  );
  router.handle('PUT /api/tickets/{id}/join', ({ session, path }) =>
    setJoin(dependencies, session, path.id, true),
  );
  router.handle('DELETE /api/tickets/{id}/join', ({ session, path }) =>
    setJoin(dependencies, session, path.id, false),
  );
  router.handle('PUT /api/tickets/{id}/answer', ({ session, path, body }) =>
    answerTicket(dependencies, session, path.id, body.fixed),
  );
}

/** Includes the signing keys of links and the store of pictures. */
type OfficeDependencies = TicketsDependencies & { keys: InstallationKeys; images: ImageStore };

/** Registers an office link's routes, without login [TK-02]. Only POST changes data: scanners follow links. */
function registerOffice(router: Router, dependencies: OfficeDependencies): void {
  const { database, cache, images, keys, notify } = dependencies;

  // Shared, because the page embeds it; not cached, because a link expires.
  router.share('GET /api/office', async ({ query: { token } }) => ({
    json: JSON.stringify(
      await presentOfficeTicket(database, await requireTicket(database, keys, token), token),
    ),
    tags: null,
  }));

  router.handle('POST /api/office', async ({ body: { token, step, word } }) =>
    database.transaction(async (transaction) => {
      const { id } = await requireTicket(transaction, keys, token);
      await moveTicket(transaction, notify, id, { step, word, by: 'office', actorId: null });
      transaction.afterCommit(() => cache.invalidate([TICKETS_TAG]));
      return presentOfficeTicket(transaction, await requireTicket(transaction, keys, token), token);
    }),
  );

  router.stream('GET /api/office/pictures/{picture}', async ({ path, query: { token }, request }) => {
    const { id } = await requireTicket(database, keys, token);
    const picture = (await listTicketPictures(database, id))[Number(path.picture) - 1];
    const key = picture && `${uploadPath(picture.owner_id, picture.upload_id)}/large.webp`;
    const bytes = key && (await images.get(key));
    if (!bytes) throw new ProblemError('resource.missing');
    request.send(200, { 'Cache-Control': 'no-store', 'Content-Type': 'image/webp' }, bytes);
  });
}

/** @throws {ProblemError} `token.spent` for an invalid link or invisible ticket. */
async function requireTicket(executor: Executor, keys: InstallationKeys, token: string): Promise<TicketRow> {
  const id = readOfficeLink(keys, token);
  const row = id === null ? undefined : await findTicket(executor, id);
  if (!row || row.hidden) throw new ProblemError('token.spent');
  return row;
}
