import type { Campus } from '@madang/campus/campus';
import { campusClock } from '@madang/contract/amenities/open-hours';
import { CLASS_PERIODS, hear, periodAt, usualOf, type Voices } from '@madang/contract/voices/rules';
import type { PlaceVoices } from '@madang/contract/voices/schema';
import type { Executor } from '../../platform/database/database.ts';
import { listHistory, listUnheard, listVoices } from './voices.queries.ts';

/** When class periods begin on this campus. */
export const periodsOf = ({ settings }: Pick<Campus, 'settings'>): readonly string[] =>
  settings.classPeriods ?? CLASS_PERIODS;

/** What everybody is answered: what voices say of each place now, and what is usual; its text changes when that does. */
export async function readVoices(executor: Executor, campus: Campus): Promise<PlaceVoices> {
  const now = Date.now();
  const time = periodAt(campusClock(now, campus.settings.timeZone), periodsOf(campus));
  const voices = new Map<string, Voices[]>();
  for (const { buildingId, ...one } of await listVoices(executor))
    voices.set(buildingId, [...(voices.get(buildingId) ?? []), one]);
  const history = new Map(
    (await listHistory(executor, time)).map((row) => [row.buildingId, usualOf(row, row.planted)]),
  );
  const muted = await listUnheard(executor);
  const ids = [...new Set([...voices.keys(), ...history.keys()])].filter((id) => !muted.includes(id));
  const places = ids.toSorted().map((id) => {
    const usual = history.get(id) ?? null;
    const heard = hear(voices.get(id) ?? [], Math.floor(now / 60_000), usual);
    return [id, { ...heard, ...(usual ? { usual } : {}) }] as const;
  });
  return {
    places: Object.fromEntries(places.filter(([, place]) => Object.keys(place).length > 0)),
    muted,
  };
}
