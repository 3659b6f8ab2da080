import { findPlaceNames } from '@madang/contract/search/places';
import { cutParticles, squashText } from '@madang/contract/search/rules';
import type { Pack } from '../campus/campus-queries.ts';
import type { Amenity } from './place-filter.ts';

/** What a query means of amenities, and the kind that it names. */
export interface AmenityQuery {
  kind: string | null;
  amenities: Amenity[];
}

/** A name of a building, in words or as students call it. */
export interface BuildingName {
  id: string;
  name: string;
}

/**
 * The amenities that a query means (`과도 정수기`, `여학생 휴게실`): each of its words may name a kind, a building, or a spot.
 * Words that name nothing are ignored; a query that names neither kind nor spot means none.
 */
export function findAmenities(
  query: string,
  { kinds, amenities }: Pick<Pack, 'kinds' | 'amenities'>,
  names: readonly BuildingName[],
): AmenityQuery {
  const words = cutParticles(query.trim().split(/\s+/)).filter((word) => [...word].length > 1);
  let kind: string | null = null;
  let found: Amenity[] = amenities;
  let means = false;
  for (const word of words) {
    const named: { name: string } | undefined = kind === null ? findPlaceNames(word, kinds)[0] : undefined;
    const ids = new Set(named ? [] : findPlaceNames(word, names).map(({ id }) => id));
    const isMeant = (amenity: Amenity): boolean => {
      if (named) return amenity.kind === named.name;
      return ids.size > 0 ? ids.has(amenity.buildingId) : isAt(amenity.spot, word);
    };
    if (!amenities.some(isMeant)) continue;
    found = found.filter(isMeant);
    kind = named?.name ?? kind;
    means ||= ids.size === 0;
  }
  return { kind, amenities: means ? found : [] };
}

const isAt = (spot: string, word: string): boolean => squashText(spot).includes(squashText(word));
