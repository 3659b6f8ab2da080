import type { Executor } from '../../platform/database/database.ts';
import { presentEvent } from './bulletin.present.ts';
import { findNewestEvent } from './bulletin.queries.ts';

/** The address of the picture that home's events begin with, if the first of them has one. */
export async function findPoster(executor: Executor): Promise<string | null> {
  const newest = await findNewestEvent(executor);
  return newest ? presentEvent(newest).image : null;
}
