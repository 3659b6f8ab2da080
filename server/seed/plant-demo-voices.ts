import type { Campus } from '@madang/campus/campus';
import { campusClock } from '@madang/contract/places/open-hours';
import { periodAt } from '@madang/contract/places/crowd';
import { periodsOf } from '../src/features/places/index.ts';
import type { Database, Transaction } from '../src/database/database.ts';
import { Random } from './random.ts';

/** Number of places with a history, those with the most amenities first, and of those with a recent report at noon. */
const [KNOWN, HEARD] = [30, 15];
const WEEKS = 8;
/** Below 45 minutes, the lifetime of a crowd report. */
const MINUTES = 40;
const HOUR = 3_600_000;
/** Average percentage of taken seats by hour of the day: night, lectures, lunch, studying late. */
const TAKEN = [10, 5, 3, 2, 2, 3, 6, 15, 30, 50, 60, 65, 85, 75, 65, 65, 60, 55, 65, 55, 50, 45, 35, 20];

/** Returns how full a place is, from 0 to 1; places differ a little, and weekends are emptier. */
function fullness(place: string, weekday: number, hour: number): number {
  const own = 0.6 + new Random(`fullness ${place}`).next() * 0.7;
  return Math.min(1, ((TAKEN[hour] ?? 0) / 100) * own * (weekday > 5 ? 0.5 : 1));
}

/** Adds eight weeks of crowd reports for each class period, the same for the same campus. */
async function plantHistory(transaction: Transaction, places: readonly string[], starts: readonly string[]) {
  const hours = ['07:00', ...starts].map((start) => Number(start.slice(0, 2)));
  const rows = places.flatMap((place) =>
    [1, 2, 3, 4, 5, 6, 7].flatMap((weekday) =>
      hours.map((hour, period) => {
        const full = fullness(place, weekday, hour);
        const total = WEEKS * Math.ceil(1 + full * 5);
        const [free, crowded] = [Math.round(total * (1 - full) ** 2), Math.round(total * full ** 2)];
        return { place, weekday, period, free, normal: total - free - crowded, crowded };
      }),
    ),
  );
  await transaction.change(
    `INSERT INTO voice_history (building_id, weekday, period, free, normal, crowded)
     SELECT place, weekday, period, free, normal, crowded FROM jsonb_to_recordset($1::text::jsonb) AS row
            (place text, weekday smallint, period smallint, free int, normal int, crowded int)
     ON CONFLICT DO NOTHING`,
    [JSON.stringify(rows)],
  );
}

/** Adds crowd reports of the last 40 minutes that match this hour. */
async function plantCrowdReports(
  transaction: Transaction,
  places: readonly string[],
  clock: number,
): Promise<void> {
  const { weekday } = periodAt(clock, []);
  const hour = new Date(clock).getUTCHours();
  const awake = Math.ceil((HEARD * Math.min(TAKEN[hour] ?? 0, 60)) / 60);
  const random = new Random(`voices ${Math.floor(clock / HOUR)}`);
  const rows = places.slice(0, awake).flatMap((place) => {
    const full = fullness(place, weekday, hour);
    const [crowd, other] =
      full < 0.35 ? ['free', 'normal'] : full < 0.65 ? ['normal', 'free'] : ['crowded', 'normal'];
    return Array.from({ length: 4 + random.below(4) }, (_, voice) => ({
      place,
      voice: `demo ${voice}`,
      crowd: random.chance(0.8) ? crowd : other,
      quiet: random.chance(0.6 - full / 2),
      ago: random.below(MINUTES),
    }));
  });
  await transaction.change(
    `INSERT INTO place_voices (building_id, pseudonym, said_at, crowd, quiet)
     SELECT place, convert_to(voice, 'UTF8'), date_trunc('minute', now()) - make_interval(mins => ago), crowd, quiet
       FROM jsonb_to_recordset($1::text::jsonb) AS row (place text, voice text, crowd text, quiet boolean, ago int)
     ON CONFLICT DO NOTHING`,
    [JSON.stringify(rows)],
  );
  await transaction.change(`UPDATE jobs SET due_at = now() WHERE kind = 'placesNow'`);
}

/**
 * Adds crowd reports for this hour to places of the demo world, at each start because reports expire.
 * The history is added once.
 */
export async function plantDemoCrowdReports(database: Database, campus: Campus): Promise<void> {
  const rows = await database.rows<{ id: string }>(
    `SELECT buildings.id FROM buildings LEFT JOIN amenities ON building_id = buildings.id WHERE buildings.kind = 'building'
      GROUP BY buildings.id ORDER BY count(building_id) DESC, buildings.id COLLATE "C" LIMIT ${KNOWN}`,
  );
  const places = rows.map(({ id }) => id);
  await database.transaction(async (transaction) => {
    const added = await transaction.change(
      `INSERT INTO installation (key, value) VALUES ('demo voices', 'planted') ON CONFLICT DO NOTHING`,
    );
    if (added > 0) await plantHistory(transaction, places, periodsOf(campus));
    await plantCrowdReports(transaction, places, campusClock(Date.now(), campus.settings.timeZone));
  });
}
