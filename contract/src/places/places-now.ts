import type { KeywordIcon } from '../campus/rules.ts';
import type { Crowd, Heard } from './crowd.ts';

/** Number of places for a keyword. */
export const PLACES = 3;
/** Maximum age in days of posts that count for a place. */
export const POST_DAYS = 60;
/** Half-life of a post's weight, in days. */
export const POST_HALF_LIFE = 14;
/** Minutes after which a result is no longer shown. */
export const PLACES_MINUTES = 15;

/** Data about an open place for one keyword. */
export interface Candidate {
  id: string;
  /** Crowd reports of the place, and the number of quiet ones. */
  now?: Heard['now'] | undefined;
  quiet?: number | undefined;
  /** Posts with the keyword and their weight, the newest of each student. */
  posts: number;
  weight: number;
  /** Rooms without a class now, if the keyword uses rooms. */
  rooms: number;
  /** Available amenities for the keyword, and the most frequent kind. */
  amenities: number;
  kind?: string | undefined;
  /** A dish served there now, if the keyword uses cafeterias. */
  meal?: ServedMeal | undefined;
  /** Usual crowd at this time in other weeks. */
  usual?: Crowd | undefined;
  /** Closing time today of the place or its amenities, if known. */
  open?: string | undefined;
}

/** A cafeteria's main dish, price in won, and the meal's end. */
export interface ServedMeal {
  dish: string;
  price?: number | undefined;
  until: string;
}

/** Reason for a place, at most two facts: equipment and state. */
export interface Reason {
  meal?: ServedMeal | undefined;
  rooms?: number | undefined;
  amenities?: number | undefined;
  kind?: string | undefined;
  posts?: number | undefined;
  crowd?: Crowd | undefined;
  quiet?: number | undefined;
  usual?: Crowd | undefined;
  open?: string | undefined;
}

export interface PlaceNow {
  id: string;
  reason: Reason;
}

/** Factors by state; a crowded place always ranks last. */
const NOW = { free: 1.5, normal: 1, split: 0.8, crowded: 0.2 };
const USUALLY = { free: 1.2, normal: 1, crowded: 0.6 };
/** Scale for rounding, as sums of weights have floating-point errors. */
const ROUNDING = 1e6;

/** Returns the best places for a keyword [PL-07], serving places first. Independent of input order. */
export function threePlaces(candidates: readonly Candidate[], wantsQuiet: boolean): PlaceNow[] {
  return candidates
    .map((place) => ({ place, score: scoreOf(place, wantsQuiet) }))
    .filter(({ score }) => score > 0)
    .toSorted(
      (one, other) =>
        Number(Boolean(other.place.meal)) - Number(Boolean(one.place.meal)) ||
        other.score - one.score ||
        (one.place.id < other.place.id ? -1 : 1),
    )
    .slice(0, PLACES)
    .map(({ place }) => ({ id: place.id, reason: reasonOf(place, wantsQuiet) }));
}

function scoreOf({ weight, rooms, amenities, now, quiet = 0, usual }: Candidate, wantsQuiet: boolean) {
  // Saturates the weight, so that a flood cannot outrank everything.
  const posts = (3 * weight) / (weight + 3);
  const has = posts + Math.min(rooms, 4) / 2 + Math.min(amenities, 3) / 2;
  const calm = wantsQuiet && quiet > 0 ? 1.5 : 0;
  const state = now ? NOW[now] : usual ? USUALLY[usual] : 1;
  return Math.round((has + calm) * state * ROUNDING);
}

function reasonOf({ id: _, now, kind, ...place }: Candidate, wantsQuiet: boolean): Reason {
  const has: Reason[] = [
    place.meal ? { meal: place.meal } : [],
    place.rooms > 0 ? { rooms: place.rooms } : [],
    place.amenities > 0 && kind && !place.meal ? { amenities: place.amenities, kind } : [],
    place.posts > 0 ? { posts: place.posts } : [],
  ].flat();
  const crowd: Reason[] = now && now !== 'split' ? [{ crowd: now }] : [];
  const quiet: Reason[] = place.quiet ? [{ quiet: place.quiet }] : [];
  const is: Reason[] = [
    wantsQuiet && now !== 'crowded' ? [...quiet, ...crowd] : [...crowd, ...quiet],
    place.usual ? { usual: place.usual } : [],
    place.open ? { open: place.open } : [],
  ].flat();
  const facts = [...has.slice(0, 1), ...is.slice(0, 1), ...has.slice(1), ...is.slice(1)];
  return facts.slice(0, 2).reduce((all, fact) => ({ ...all, ...fact }), {});
}

/** Default icon until an hour of the day. */
const HOURS: readonly (readonly [until: number, icon: KeywordIcon])[] = [
  [6, 'sleep'],
  [11, 'quiet'],
  [14, 'meal'],
  [17, 'study'],
  [19, 'meal'],
  [24, 'quiet'],
];

/**
 * Returns the index of the first keyword, or null. Prefers served meals and free or quiet best places, then the hour's
 * keyword.
 */
export function leadOf(
  best: readonly (Reason | undefined)[],
  icons: readonly KeywordIcon[],
  clock: number,
): number | null {
  const hour = new Date(clock).getUTCHours();
  const wanted = icons.indexOf(HOURS.find(([until]) => hour < until)?.[1] ?? 'place');
  const numbers = best.flatMap((reason, index) => (reason ? [index] : []));
  const said = numbers.filter(
    (index) => best[index]?.crowd === 'free' || best[index]?.quiet || best[index]?.meal,
  );
  const some = said.length > 0 ? said : numbers;
  return some.includes(wanted) ? wanted : (some[0] ?? null);
}
