import type { Router } from '../../platform/http/router.ts';
import { registerOffice, type OfficeDependencies } from './office.routes.ts';
import { answerTicket } from './steps.actions.ts';
import { readOwnTicket, reportTicket, setJoin, withdrawTicket } from './tickets.actions.ts';
import { presentTicket, readTickets, TICKETS_TAG } from './tickets.present.ts';
import { listTicketsOf } from './tickets.queries.ts';

/** Mounts broken things of the campus, and what their offices see of them. */
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
