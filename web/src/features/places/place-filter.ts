import { hoursOfAmenity, isOpen, openState } from '@madang/contract/places/open-hours';
import { parseFloor } from '@madang/contract/places/amenities';
import { copy, fillCopy } from '../../copy.ko.ts';
import type { Pack } from '../campus/campus-queries.ts';

export type Amenity = Pack['amenities'][number];

/** Evening hour offered as a filter next to now, in milliseconds since midnight. */
const LATE = 23 * 60 * 60_000;
const LAYERS = ['rooms', 'now'] as const;
const DAY = 24 * 60 * 60_000;

/** Filter of the map and its list, stored in the address. */
export interface PlaceFilter {
  /** Popular term of the campus. */
  kind: string | null;
  stepFree: boolean;
  open: 'now' | 'late' | null;
  /** Category of buildings. */
  category: string | null;
  /** Buildings with a room that is free now, or with a known current state; excludes a kind. */
  layer: 'rooms' | 'now' | null;
}

/** Returns the filter of an address; ignores unknown kinds and categories. */
export function readPlaceFilter(
  query: URLSearchParams,
  kinds: readonly string[],
  categories: readonly string[],
): PlaceFilter {
  const open = query.get('open');
  return {
    kind: kinds.find((kind) => kind === query.get('kind')) ?? null,
    stepFree: query.has('stepFree'),
    open: open === 'now' || open === 'late' ? open : null,
    category: categories.find((one) => one === query.get('category')) ?? null,
    layer: LAYERS.find((layer) => query.has(layer)) ?? null,
  };
}

/** Returns the map address with a filter, at the building the user comes from. */
export function placePath(
  { kind, stepFree, open, category, layer }: Partial<PlaceFilter>,
  at?: string | null,
): string {
  const query = new URLSearchParams({
    ...(at ? { at } : {}),
    ...(kind ? { kind } : {}),
    ...(open ? { open } : {}),
    ...(stepFree ? { stepFree: '1' } : {}),
    ...(category ? { category } : {}),
    ...(layer ? { [layer]: '1' } : {}),
  });
  return query.size === 0 ? '/map' : `/map?${query}`;
}

export const isFiltering = ({ kind, stepFree, open, category, layer }: PlaceFilter): boolean =>
  kind !== null || stepFree || open !== null || category !== null || layer !== null;

/** Returns the buildings of the filter's category. */
const ofCategory = (buildings: Pack['buildings'], { category }: PlaceFilter): Pack['buildings'] =>
  category === null ? buildings : buildings.filter((building) => building.category === category);

type Place = Pick<Amenity, 'buildingId' | 'hours'>;

/** Returns a predicate for places open at the filter's time, without unknown hours. */
function isOpenThen({ open }: PlaceFilter, hours: Pack['hours'], clock: number): (place: Place) => boolean {
  if (open === null) return () => true;
  const at = open === 'now' ? clock : clock - (clock % DAY) + LATE;
  return (place) => isOpen(openState(hoursOfAmenity(place, hours), at));
}

/** Returns the filter's amenities. A removed one stays only without a time or step-free filter. */
export function filterAmenities(
  { buildings, amenities, hours }: Pick<Pack, 'buildings' | 'amenities' | 'hours'>,
  filter: PlaceFilter,
  clock: number,
): Amenity[] {
  const isThen = isOpenThen(filter, hours, clock);
  const isNarrow = filter.stepFree || filter.open !== null;
  const ids = new Set(ofCategory(buildings, filter).map(({ id }) => id));
  return amenities.filter(
    (amenity) =>
      amenity.kind === filter.kind &&
      ids.has(amenity.buildingId) &&
      (!filter.stepFree || amenity.stepFree === true) &&
      isThen(amenity) &&
      !(isNarrow && amenity.goneOn !== null),
  );
}

/** Returns the buildings of a filter without a kind, and those reached only by steps. */
export function filterBuildings(
  { buildings, amenities, hours }: Pick<Pack, 'buildings' | 'amenities' | 'hours'>,
  filter: PlaceFilter,
  clock: number,
): { found: Pack['buildings']; withSteps: Pack['buildings'] } {
  const isThen = isOpenThen(filter, hours, clock);
  const isKnown = (id: string, stepFree: boolean) =>
    amenities.some((one) => one.buildingId === id && one.stepFree === stepFree);
  const open = ofCategory(buildings, filter).filter(({ id }) => isThen({ buildingId: id, hours: null }));
  if (!filter.stepFree) return { found: open, withSteps: [] };
  const found = open.filter(({ id }) => isKnown(id, true));
  return { found, withSteps: open.filter(({ id }) => isKnown(id, false) && !isKnown(id, true)) };
}

/** Returns the number of floors from the ground floor, where the entrance is. */
const climb = ({ floor }: Amenity): number => {
  const level = parseFloor(floor) ?? 1;
  return level > 0 ? level - 1 : -level;
};

export interface AmenityGroup {
  building: Pack['buildings'][number];
  amenities: Amenity[];
}

/** Groups amenities by building, in the order of the buildings, the nearest floor first. */
export function groupByBuilding(amenities: readonly Amenity[], buildings: Pack['buildings']): AmenityGroup[] {
  return buildings.flatMap((building) => {
    const own = amenities.filter(({ buildingId }) => buildingId === building.id);
    return own.length > 0
      ? [{ building, amenities: own.toSorted((one, other) => climb(one) - climb(other)) }]
      : [];
  });
}

/** Returns the count text of each building that has some: `정수기 2곳`. */
export function countByBuilding(there: readonly { buildingId: string }[], what: string): Map<string, string> {
  const counts = new Map<string, number>();
  for (const { buildingId } of there) counts.set(buildingId, (counts.get(buildingId) ?? 0) + 1);
  return new Map([...counts].map(([id, n]) => [id, fillCopy(copy['map.found.some'], { kind: what, n })]));
}
