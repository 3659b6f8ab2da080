import type { Router } from '../../platform/http/router.ts';
import { requireOperator, type ActDependencies } from './act-as-operator.ts';
import { readHealth, type HealthDependencies } from './health.ts';

export type OperateDependencies = ActDependencies & HealthDependencies;

/** Mounts what operators do from the web, beside what the operator command can. */
export function registerOperate(router: Router, dependencies: OperateDependencies): void {
  const { database } = dependencies;

  router.handle('GET /api/operate/health', async ({ session }) => {
    await requireOperator(database, session);
    return readHealth(dependencies);
  });
}
