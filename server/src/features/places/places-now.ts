import type { Campus } from '@madang/campus/campus';
import {
  type BuildingHours,
  campusClock,
  campusDay,
  hoursOfAmenity,
  hoursOfBuilding,
  isOpen,
  openState,
  type OpenState,
  timeOf,
} from '@madang/contract/places/open-hours';
import type { Amenity, Meal, PlaceReports, PlacesNow } from '@madang/contract/places/schema';
import { placeKeyword } from '@madang/contract/campus/rules';
import { isCafeteria, isServed, mainDish } from '@madang/contract/places/meals';
import {
  type Candidate,
  leadOf,
  type PlaceNow,
  PLACES_MINUTES,
  POST_DAYS,
  POST_HALF_LIFE,
  type Reason,
  type ServedMeal,
  threePlaces,
} from '@madang/contract/places/places-now';
import { type FreeRoom, freeRooms } from '@madang/contract/places/rooms';
import type { AnswerCache } from '../../http/answer-cache.ts';
import type { Database, Executor, Transaction } from '../../database/database.ts';
import type { Router } from '../../http/router.ts';
import { readAmenities } from './amenity-reports.ts';
import { listMeals } from './meals.ts';
import { readRooms } from './rooms.ts';
import { readCrowdReports } from './crowd-reports.ts';

/** Registers the route of recommended places. */
export function registerPlacesNow(
  router: Router,
  { database, campus }: { database: Database; campus: Campus },
): void {
  router.share('GET /api/places/now', async () => ({
    json: JSON.stringify(await readPlacesNow(database, campus)),
    tags: () => [PLACES_TAG],
  }));
}

/** An existing amenity with its opening state and current meal. */
interface There {
  amenity: Amenity;
  /** Null if its hours are unknown. */
  state: OpenState | null;
  meal?: ServedMeal | undefined;
}

interface Known {
  clock: number;
  voices: PlaceReports;
  open: There[];
  closed: There[];
  hours: BuildingHours[];
  rooms: FreeRoom[];
  posts: KeywordPosts[];
}

/** Maximum characters of a dish name in an answer. */
const DISH_SHOWN = 30;

/** Finds and stores the best current places for keywords [PL-07]. */
export async function findPlaces(
  { campus, cache }: { campus: Campus; cache: Pick<AnswerCache, 'invalidate'> },
  transaction: Transaction,
): Promise<void> {
  const { keywords, keywordPlaces = {} } = campus.settings;
  const known = await readKnown(transaction, campus);
  const places = keywords.flatMap((keyword) =>
    threePlaces(candidatesFor(keyword, campus, known), keywordPlaces[keyword]?.quiet === true).map(
      (place, index) => ({ ...place, keyword, rank: index + 1 }),
    ),
  );
  await replacePlaces(transaction, places);
  transaction.afterCommit(() => cache.invalidate([PLACES_TAG]));
}

async function readKnown(transaction: Transaction, campus: Campus): Promise<Known> {
  const { timeZone, keywords, placeWord } = campus.settings;
  const clock = campusClock(Date.now(), timeZone);
  const { amenities, hours } = await readAmenities(transaction, timeZone);
  const meals = await listMeals(transaction, campusDay(clock));
  const there = amenities
    .filter(({ goneOn, doubtedOn }) => goneOn === null && doubtedOn === null)
    .map((amenity) => describeAmenity(amenity, { hours, meals, clock }));
  return {
    clock,
    voices: await readCrowdReports(transaction, campus),
    open: there.filter(({ state }) => !isClosed(state)),
    closed: there.filter(({ state }) => isClosed(state)),
    hours,
    rooms: freeRooms(await readRooms(transaction, campusDay(clock)), hours, clock),
    posts: await countKeywordPosts(
      transaction,
      keywords.map((name) => placeKeyword(name, placeWord)),
    ),
  };
}

/** Returns whether an amenity is open; for a cafeteria by today's meals. */
function describeAmenity(
  amenity: Amenity,
  { hours, meals, clock }: Pick<Known, 'hours' | 'clock'> & { meals: readonly Meal[] },
): There {
  const state = openState(hoursOfAmenity(amenity, hours), clock);
  const own = meals.filter(
    ({ buildingId, place }) => buildingId === amenity.buildingId && place === amenity.spot,
  );
  if (own.length === 0) return { amenity, state };
  const served = own.find((meal) => isServed(meal, clock) && !meal.soldOut);
  if (!served) return { amenity, state: { is: 'closed' } };
  const { dish, price, to } = served;
  return {
    amenity,
    state: { is: 'until', at: to },
    meal: {
      dish: [...mainDish(dish)].slice(0, DISH_SHOWN).join(''),
      ...(price === null ? {} : { price }),
      until: to,
    },
  };
}

/** False if its hours are unknown. */
const isClosed = (state: OpenState | null): boolean => state !== null && !isOpen(state);

/** Returns every open place that fits a keyword or that students mention. */
function candidatesFor(keyword: string, { settings }: Campus, known: Known): Candidate[] {
  const { freeRoomKeywords = [], keywordPlaces = {}, placeWord } = settings;
  const marked = placeKeyword(keyword, placeWord);
  const kinds = keywordPlaces[keyword]?.amenities ?? [];
  const isMeal = kinds.some(isCafeteria);
  const posts = new Map(known.posts.filter((one) => one.keyword === marked).map((one) => [one.id, one]));
  const rooms = freeRoomKeywords.includes(keyword) ? known.rooms.map(({ room }) => room.buildingId) : [];
  const ofKinds = (all: There[]) => all.filter(({ amenity }) => kinds.includes(amenity.kind));
  const [open, closed] = [ofKinds(known.open), ofKinds(known.closed)];
  // Other kinds count only while no cafeteria is open.
  const best = isMeal && kinds.find((kind) => open.some(({ amenity }) => amenity.kind === kind));
  const amenities = best ? open.filter(({ amenity }) => amenity.kind === best) : open;
  const spoken = isMeal ? [] : [...posts.keys(), ...rooms, ...Object.keys(known.voices.places)];
  const ids = new Set([...spoken, ...amenities.map(({ amenity }) => amenity.buildingId)]);
  const isAt = (id: string) => (one: There) => one.amenity.buildingId === id;
  return [...ids].flatMap((id) => {
    const state = openState(hoursOfBuilding(known.hours, id), known.clock);
    if (isClosed(state)) return [];
    const own = countKinds(amenities.filter(isAt(id)), kinds);
    const free = rooms.filter((one) => one === id).length;
    // Posts do not count if everything they refer to is closed.
    const isShut = own.amenities === 0 && free === 0 && closed.some(isAt(id));
    const { posts: count = 0, weight = 0 } = (isShut ? undefined : posts.get(id)) ?? {};
    const { now, quiet, usual } = known.voices.places[id] ?? {};
    const closing = (own.amenities > 0 && lastClosing(own.those, known.clock)) || state;
    return {
      id,
      posts: count,
      weight,
      now,
      quiet,
      usual,
      rooms: free,
      amenities: own.amenities,
      kind: own.kind,
      meal: own.those.find(({ meal }) => meal)?.meal,
      open: closing?.is === 'until' ? closing.at : undefined,
    };
  });
}

/** Returns the most frequent kind's amenities; the campus's order breaks ties. */
function countKinds(
  there: readonly There[],
  kinds: readonly string[],
): Pick<Candidate, 'kind' | 'amenities'> & { those: There[] } {
  return kinds
    .map((kind) => ({ kind, those: there.filter(({ amenity }) => amenity.kind === kind) }))
    .reduce<ReturnType<typeof countKinds>>(
      (most, { kind, those }) =>
        those.length > most.amenities ? { kind, those, amenities: those.length } : most,
      { amenities: 0, those: [] },
    );
}

/** Returns when the last of several closes; null if unknown or never. */
function lastClosing(there: readonly There[], clock: number): OpenState | null {
  const now = timeOf(clock);
  // Times after midnight sort last.
  const order = (at: string) => `${at > now ? 0 : 1}${at}`;
  const ends = there.flatMap(({ state }) => (state?.is === 'until' ? state.at : []));
  if (ends.length < there.length) return null;
  const last = ends.toSorted((one, other) => (order(one) < order(other) ? -1 : 1)).at(-1);
  return last === undefined ? null : { is: 'until', at: last };
}

const PLACES_TAG = 'places-now';

/** Returns the last result by keyword; empty if it is too old. */
async function readPlacesNow(executor: Executor, { settings }: Campus): Promise<PlacesNow> {
  const rows = await executor.rows<{ keyword: string; id: string; name: string; reason: Reason; at: number }>(
    `SELECT keyword, building_id AS id, name, reason, floor(extract(epoch FROM found_at) / 60)::int AS at
       FROM places_now JOIN buildings ON buildings.id = building_id
      WHERE found_at > now() - interval '${PLACES_MINUTES} minutes' ORDER BY keyword, rank`,
  );
  const keywords = settings.keywords.map((name) =>
    rows.filter(({ keyword }) => keyword === name).map(({ id, name, reason }) => ({ id, name, reason })),
  );
  const best = keywords.map(([first]) => first?.reason);
  const clock = campusClock(Date.now(), settings.timeZone);
  return { at: rows[0]?.at ?? null, lead: leadOf(best, settings.keywordIcons ?? [], clock), keywords };
}

interface KeywordPosts {
  keyword: string;
  id: string;
  posts: number;
  weight: number;
}

/** Newest posts read per board; older ones have hardly any weight. */
const NEWEST_READ = 500;

/** Only each student's newest post has weight. $1: keywords as stored. */
export const KEYWORD_POSTS = `
  SELECT keyword, id, sum(posts)::int AS posts, sum(weight)::float8 AS weight
    FROM (SELECT keyword, buildings.id, count(*) AS posts,
                 max(0.5 ^ (extract(epoch FROM now() - created_at)::float8 / 86400 / ${POST_HALF_LIFE})) AS weight
            FROM buildings,
                 LATERAL (SELECT * FROM posts
                           WHERE building_id = buildings.id AND hidden_at IS NULL
                             AND created_at > now() - interval '${POST_DAYS} days'
                           ORDER BY created_at DESC, id DESC LIMIT ${NEWEST_READ}) AS posts
                 CROSS JOIN unnest(keywords) AS keyword
           WHERE kind = 'building' AND keyword = ANY ($1::text[])
           GROUP BY keyword, buildings.id, coalesce(author_id, posts.id)) AS students
   GROUP BY keyword, id`;

async function countKeywordPosts(
  transaction: Transaction,
  keywords: readonly string[],
): Promise<KeywordPosts[]> {
  // JIT compilation takes as long as the statement itself.
  await transaction.rows(`SELECT set_config('jit', 'off', true)`);
  return transaction.rows<KeywordPosts>(KEYWORD_POSTS, [keywords]);
}

async function replacePlaces(
  transaction: Transaction,
  places: readonly (PlaceNow & { keyword: string; rank: number })[],
): Promise<void> {
  await transaction.change('DELETE FROM places_now');
  await transaction.change(
    `INSERT INTO places_now (keyword, rank, building_id, reason, found_at)
     SELECT keyword, rank, id, reason, now() FROM jsonb_to_recordset($1::text::jsonb) AS row
            (keyword text, rank smallint, id text, reason jsonb)
      WHERE id IN (SELECT id FROM buildings)`,
    [JSON.stringify(places)],
  );
}
