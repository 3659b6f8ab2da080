import type { Router } from '../../platform/http/router.ts';
import { requireOperator } from './act-as-operator.ts';
import { registerPeople } from './people.routes.ts';
import type { PeopleDependencies } from './people.actions.ts';
import { readHealth, type HealthDependencies } from './health.ts';

export type OperateDependencies = PeopleDependencies & HealthDependencies;

/** Mounts what operators do from the web, beside what the operator command can. */
export function registerOperate(router: Router, dependencies: OperateDependencies): void {
  const { database } = dependencies;
  registerPeople(router, dependencies);

  router.handle('GET /api/operate/health', async ({ session }) => {
    await requireOperator(database, session);
    return readHealth(dependencies);
  });
}
