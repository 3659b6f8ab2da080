import type { Router } from '../../platform/http/router.ts';
import { requireOperator } from './act-as-operator.ts';
import type { EntriesDependencies } from './entries.actions.ts';
import { registerEntries } from './entries.routes.ts';
import { readHealth, type HealthDependencies } from './health.ts';

export type OperateDependencies = EntriesDependencies & HealthDependencies;

/** Mounts what operators do from the web, beside what the operator command can. */
export function registerOperate(router: Router, dependencies: OperateDependencies): void {
  const { database } = dependencies;

  router.handle('GET /api/operate/health', async ({ session }) => {
    await requireOperator(database, session);
    return readHealth(dependencies);
  });
  registerEntries(router, dependencies);
}
