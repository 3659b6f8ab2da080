import type { Router } from '../../platform/http/router.ts';
import { listEndedTickets, listOffices, listOpenTickets, presentTicket } from '../tickets/index.ts';
import { performAction, requireOperator, type ActionDependencies } from './operator-actions.ts';
import { readTicketSheet } from './ticket-sheet.ts';
import { officesRemove, officesSet, ticketsStep } from './tickets.actions.ts';
import { printTicketSheet, SHEET_POLICY } from './print-ticket-sheet.ts';

/** Ended tickets of so many days are shown. */
const ENDED_DAYS = 7;

/** Mounts what operators do about tickets and the offices that repair. */
export function registerOperatedTickets(router: Router, dependencies: ActionDependencies): void {
  const { database, campus } = dependencies;

  router.handle('GET /api/operate/tickets', async ({ session }) => {
    await requireOperator(database, session);
    const rows = [...(await listOpenTickets(database)), ...(await listEndedTickets(database, ENDED_DAYS))];
    const offices = (await listOffices(database)).map(({ daily_hour, refused_at, ...office }) => ({
      ...office,
      dailyHour: daily_hour,
      refusedAt: refused_at?.toISOString() ?? null,
    }));
    return { tickets: rows.map(presentTicket), offices };
  });
  router.handle('POST /api/operate/tickets/{id}/step', ({ session, path, body }) =>
    performAction(dependencies, session, ticketsStep, { ...path, ...body }),
  );
  router.handle('PUT /api/operate/offices/{officeId}', ({ session, path, body }) =>
    performAction(dependencies, session, officesSet, { id: path.officeId, ...body }),
  );
  router.handle('POST /api/operate/offices/{officeId}/removal', ({ session, path, body }) =>
    performAction(dependencies, session, officesRemove, { id: path.officeId, ...body }),
  );
  router.stream('GET /api/operate/tickets/sheet', async ({ session, exchange }) => {
    await requireOperator(database, session);
    const page = printTicketSheet(
      campus.settings.product.name,
      await readTicketSheet(database, campus.settings.timeZone),
    );
    const headers = { 'Cache-Control': 'no-store', 'Content-Type': 'text/html; charset=utf-8' };
    exchange.send(200, { ...headers, 'Content-Security-Policy': SHEET_POLICY }, page);
  });
}
