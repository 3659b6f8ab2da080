import type { Router } from '../../platform/http/router.ts';
import { saySoldOut, type MealsDependencies } from './meals.actions.ts';
import { MEALS_TAG, readMeals } from './meals.present.ts';

/** Mounts what is served today, and what students say of it. */
export function registerMeals(router: Router, dependencies: MealsDependencies): void {
  const { database, campus } = dependencies;
  router.share('GET /api/meals', async () => ({
    json: JSON.stringify(await readMeals(database, campus.settings.timeZone)),
    tags: () => [MEALS_TAG],
  }));

  router.handle('PUT /api/meals/{id}/sold-out', async ({ session, path }) => ({
    soldOut: await saySoldOut(dependencies, session, path.id, true),
  }));
  router.handle('DELETE /api/meals/{id}/sold-out', async ({ session, path }) => ({
    soldOut: await saySoldOut(dependencies, session, path.id, false),
  }));
}
