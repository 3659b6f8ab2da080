import type { Router } from '../../platform/http/router.ts';
import { requireOperator } from './operator-actions.ts';
import type { EntriesDependencies } from './entries.actions.ts';
import { registerOperatedCampus } from './campus.routes.ts';
import { registerEntries } from './entries.routes.ts';
import { countDays, readNumbers } from './numbers.ts';
import { registerPeople, type PeopleDependencies } from './people.routes.ts';
import { registerOperatedTickets } from './tickets.routes.ts';
import { readHealth, type HealthDependencies } from './health.ts';

const DRAWING = { 'Cache-Control': 'no-store', 'Content-Type': 'image/svg+xml' };

export type OperateDependencies = EntriesDependencies &
  PeopleDependencies &
  HealthDependencies & {
    /** The site's address. */
    origin: string;
  };

/** Mounts what operators do from the web, beside what the operator command can. */
export function registerOperate(router: Router, dependencies: OperateDependencies): void {
  const { database, timeZone } = dependencies;
  registerPeople(router, dependencies);
  registerEntries(router, dependencies);
  registerOperatedCampus(router, dependencies);
  registerOperatedTickets(router, dependencies);

  router.handle('GET /api/operate/health', async ({ session }) => {
    await requireOperator(database, session);
    return readHealth(dependencies);
  });

  router.handle('GET /api/operate/numbers', async ({ session }) => {
    await requireOperator(database, session);
    return readNumbers(database, timeZone);
  });
  router.stream('GET /api/operate/numbers/{kind}/plot', async ({ session, path: { kind }, exchange }) => {
    await requireOperator(database, session);
    const { days } = await countDays(database, timeZone);
    const points = days.map(({ day, counts }) => ({ day, value: counts[kind] }));
    // The library is read when somebody looks at the first plot, not when the server starts.
    const { drawDays } = await import('../../platform/day-plot.ts');
    exchange.send(200, DRAWING, drawDays({ title: kind, points }));
  });
}
