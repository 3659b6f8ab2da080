import type { Campus } from '@madang/campus/campus';
import type { Database } from '../../platform/database/database.ts';
import { ProblemError } from '../../platform/http/problem.ts';
import type { Router } from '../../platform/http/router.ts';
import { listBuildings, readNicknames } from '../campus/index.ts';
import { boardTag, KEYWORDS_TAG, postTag, SOLVED_TAG } from './cache-tags.ts';
import { type BuildingPatterns, readView } from './view.queries.ts';

/** Mounts the posts of a building's view. */
export function registerView(router: Router, dependencies: { database: Database; campus: Campus }): void {
  const { database, campus } = dependencies;
  const { operatorLabel } = campus.settings;
  const nicknames = readNicknames(campus);
  router.share('GET /api/buildings/{buildingId}/view', async ({ path: { buildingId } }) => {
    const buildings = await listBuildings(database);
    const building = buildings.find(({ id }) => id === buildingId);
    if (!building) throw new ProblemError('resource.missing');
    const names = [building.name, ...(nicknames.get(buildingId) ?? [])];
    const patterns = patternsOf(
      names,
      buildings.map(({ name }) => name),
    );
    const { json, ids } = await readView(database, operatorLabel, buildingId, patterns);
    const boards = [buildingId, 'question'].map(boardTag);
    return { json, tags: () => [...boards, SOLVED_TAG, KEYWORDS_TAG, ...ids.map(postTag)] };
  });
}

/** 의과대학 본관 is not 본관. */
function patternsOf(names: readonly string[], all: readonly string[]): BuildingPatterns {
  const longer = all.filter((one) => !names.includes(one) && names.some((name) => one.includes(name)));
  const either = (some: readonly string[]) =>
    some.map((name) => name.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&')).join('|');
  return { names: either(names), longer: longer.length > 0 ? either(longer) : null };
}
