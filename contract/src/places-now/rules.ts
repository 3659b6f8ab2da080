import type { KeywordIcon } from '../campus/rules.ts';
import type { Crowd, Heard } from '../voices/rules.ts';

/** So many places are named for a keyword. */
export const PLACES = 3;
/** Posts of so many days speak for a place. */
export const POST_DAYS = 60;
/** After so many days a post has half of its weight. */
export const POST_HALF_LIFE = 14;
/** What was found longer ago than so many minutes is not said any more. */
export const PLACES_MINUTES = 15;

/** What is known of a place for one keyword. A place that is closed is none. */
export interface Candidate {
  id: string;
  /** What voices say of it, and how many that it is quiet. */
  now?: Heard['now'] | undefined;
  quiet?: number | undefined;
  /** Posts of its board with the keyword, and what they weigh: of each student the newest alone. */
  posts: number;
  weight: number;
  /** Rooms without a class now, where the keyword is answered by rooms. */
  rooms: number;
  /** Amenities that answer the keyword and are to be had now, and the kind of most of them. */
  amenities: number;
  kind?: string | undefined;
  /** A dish that is served there now, where the keyword is answered by cafeterias. */
  meal?: ServedMeal | undefined;
  /** What it is like at this time in other weeks. */
  usual?: Crowd | undefined;
  /** When it closes today, or the amenities that answer the keyword do; where that is known. */
  open?: string | undefined;
}

/** The main dish of what a cafeteria serves now, in won where that is known, and when the meal ends. */
export interface ServedMeal {
  dish: string;
  price?: number | undefined;
  until: string;
}

/** Why a place is named, two facts at most: what it has, and how it is there. */
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

/** A place and why it is named. */
export interface PlaceNow {
  id: string;
  reason: Reason;
}

/** So much more a place counts where it is like that; a crowded one falls behind whatever it has. */
const NOW = { free: 1.5, normal: 1, split: 0.8, crowded: 0.2 };
const USUALLY = { free: 1.2, normal: 1, crowded: 0.6 };
/** What sums of weights may be wrong by. */
const ROUNDING = 1e6;

/**
 * The best places for a keyword, the best one first [PL-07]: those that serve a meal before others. The result is the same for the
 * same numbers, in whatever order they come.
 */
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
  // A few students' posts say nearly as much as many: no flood of them wins over everything else.
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

/** What is looked for until so many o'clock. */
const HOURS: readonly (readonly [until: number, icon: KeywordIcon])[] = [
  [6, 'sleep'],
  [11, 'quiet'],
  [14, 'meal'],
  [17, 'study'],
  [19, 'meal'],
  [24, 'quiet'],
];

/**
 * Which keyword is shown first, as its place in the order: one whose best place serves a meal now or is called free or quiet by
 * students, else any that has places; among these that of the hour of a `campusClock`, else the first one. Null where none has a
 * place.
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
