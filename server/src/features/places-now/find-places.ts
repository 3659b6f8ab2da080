import type { Campus } from '@madang/campus/campus';
import {
  campusClock,
  campusDay,
  hoursOfAmenity,
  hoursOfBuilding,
  isOpen,
  openState,
  type OpenState,
} from '@madang/contract/amenities/open-hours';
import type { Amenity, BuildingHours } from '@madang/contract/amenities/schema';
import { placeKeyword } from '@madang/contract/campus/rules';
import { threePlaces, type Candidate } from '@madang/contract/places-now/rules';
import { freeRooms, type FreeRoom } from '@madang/contract/rooms/free-rooms';
import type { PlaceVoices } from '@madang/contract/voices/schema';
import type { AnswerCache } from '../../platform/cache/answer-cache.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { readAmenities } from '../amenities/index.ts';
import { readRooms } from '../rooms/index.ts';
import { readVoices } from '../voices/index.ts';
import { PLACES_TAG } from './places-now.present.ts';
import { countKeywordPosts, replacePlaces, type KeywordPosts } from './places-now.queries.ts';

/** All that is known of a moment. */
interface Known {
  clock: number;
  voices: PlaceVoices;
  /** Those that are to be had now. */
  amenities: Amenity[];
  hours: BuildingHours[];
  rooms: FreeRoom[];
  posts: KeywordPosts[];
}

/** Finds the best places now for each keyword, and puts them in the stead of those before [PL-07]. */
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
  const isThere = (one: Amenity) =>
    one.goneOn === null && one.doubtedOn === null && !isClosed(openState(hoursOfAmenity(one, hours), clock));
  return {
    clock,
    voices: await readVoices(transaction, campus),
    amenities: amenities.filter(isThere),
    hours,
    rooms: freeRooms(await readRooms(transaction, campusDay(clock)), hours, clock),
    posts: await countKeywordPosts(
      transaction,
      keywords.map((name) => placeKeyword(name, placeWord)),
    ),
  };
}

/** Not where nobody knows. */
const isClosed = (state: OpenState | null): boolean => state !== null && !isOpen(state);

/** Every open place that anything is known of. */
function candidatesFor(keyword: string, { settings }: Campus, known: Known): Candidate[] {
  const { freeRoomKeywords = [], keywordPlaces = {}, placeWord } = settings;
  const marked = placeKeyword(keyword, placeWord);
  const posts = new Map(known.posts.filter((one) => one.keyword === marked).map((one) => [one.id, one]));
  const rooms = freeRoomKeywords.includes(keyword) ? known.rooms.map(({ room }) => room.buildingId) : [];
  const kinds = keywordPlaces[keyword]?.amenities ?? [];
  const amenities = known.amenities.filter(({ kind }) => kinds.includes(kind));
  const ids = new Set([
    ...posts.keys(),
    ...rooms,
    ...amenities.map(({ buildingId }) => buildingId),
    ...Object.keys(known.voices.places),
  ]);
  return [...ids].flatMap((id) => {
    const state = openState(hoursOfBuilding(known.hours, id), known.clock);
    if (isClosed(state)) return [];
    const { posts: count = 0, weight = 0 } = posts.get(id) ?? {};
    const { now, quiet, usual } = known.voices.places[id] ?? {};
    return {
      id,
      posts: count,
      weight,
      now,
      quiet,
      usual,
      rooms: rooms.filter((one) => one === id).length,
      ...countKinds(
        amenities.filter(({ buildingId }) => buildingId === id),
        kinds,
      ),
      open: state?.is === 'until' ? state.at : undefined,
    };
  });
}

/** How many amenities there are of the kind that most of them are; of several the one that the campus names first. */
function countKinds(
  amenities: readonly Amenity[],
  kinds: readonly string[],
): Pick<Candidate, 'kind' | 'amenities'> {
  const counts = kinds.map((kind) => ({
    kind,
    amenities: amenities.filter((one) => one.kind === kind).length,
  }));
  return counts.reduce<Pick<Candidate, 'kind' | 'amenities'>>(
    (most, one) => (one.amenities > most.amenities ? one : most),
    { amenities: 0 },
  );
}
