import type { Campus } from '@madang/campus/campus';
import { campusClock } from '@madang/contract/amenities/open-hours';
import { leadOf } from '@madang/contract/places-now/rules';
import type { PlacesNow } from '@madang/contract/places-now/schema';
import type { Executor } from '../../platform/database/database.ts';
import { listPlaces } from './places-now.queries.ts';

/** Cached answers with places in them. */
export const PLACES_TAG = 'places-now';

/** What was found last, by keyword; nothing where that is too long ago. */
export async function readPlacesNow(executor: Executor, { settings }: Campus): Promise<PlacesNow> {
  const rows = await listPlaces(executor);
  const keywords = settings.keywords.map((name) =>
    rows.filter(({ keyword }) => keyword === name).map(({ id, name, reason }) => ({ id, name, reason })),
  );
  const best = keywords.map(([first]) => first?.reason);
  const clock = campusClock(Date.now(), settings.timeZone);
  return { at: rows[0]?.at ?? null, lead: leadOf(best, settings.keywordIcons ?? [], clock), keywords };
}
