import { AMENITY_COLUMNS, type CampusAmenity } from '@madang/campus/parse-amenities';
import type { StoredAmenity } from './amenities.queries.ts';

/** What becomes of an amenity by a file, and where students keep the last word. */
export interface Merged extends Omit<StoredAmenity, 'voiced'> {
  kept: ('confirmed' | 'gone')[];
}

/**
 * What a file changes is what it says otherwise than last time; the rest stays as it is [PL-10]. Days that students changed stay
 * theirs, whatever the file says, until one says the same: from then on they are the file's.
 */
export function mergeAmenity(file: CampusAmenity, { now, imported, before }: StoredAmenity): Merged {
  const merged: Merged = { now: { ...now }, imported: file, before, kept: [] };
  for (const field of AMENITY_COLUMNS) {
    if (file[field] === imported[field] || file[field] === now[field]) continue;
    const isDay = field === 'confirmed' || field === 'gone';
    if (isDay && before) merged.kept.push(field);
    else merged.now[field] = file[field];
  }
  if (file.confirmed === now.confirmed && file.gone === now.gone) merged.before = null;
  return merged;
}

/** Whether students said something of it that a file could take away: such a row stays when a file leaves it out. */
export function isSaid({ now, before, voiced }: StoredAmenity): boolean {
  return voiced || (before !== null && now.gone === '');
}
