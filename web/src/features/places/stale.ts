// Choice of the student's question about amenities: loaded once a student may be asked.
import { campusClock, campusDay } from '@madang/contract/places/open-hours';
import type { Pack } from '../campus/campus-queries.ts';
import { readAsked } from '../session/asked.ts';
import type { Amenity } from './place-filter.ts';
import type { OwnVoice } from './voice-queries.ts';

export { noteAsked } from '../session/asked.ts';

const DAY = 86_400_000;

/** Returns the amenity confirmed longest ago, beyond its kind's limit; never one changed since, or gone. */
function findStale(amenities: readonly Amenity[], kinds: Pack['kinds'], today: string): Amenity | undefined {
  const isStale = ({ kind, confirmedOn, doubtedOn, goneOn }: Amenity): boolean => {
    if (confirmedOn === null || goneOn !== null) return false;
    const last = doubtedOn !== null && doubtedOn > confirmedOn ? doubtedOn : confirmedOn;
    const askAfter = kinds.find(({ name }) => name === kind)?.askAfterDays ?? Infinity;
    return Date.parse(today) - Date.parse(last) > askAfter * DAY;
  };
  const [first] = amenities
    .filter(isStale)
    .toSorted((one, other) => ((one.confirmedOn ?? '') < (other.confirmedOn ?? '') ? -1 : 1));
  return first;
}

interface Asking {
  amenities: readonly Amenity[];
  kinds: Pack['kinds'];
  /** The student's reports of the last month. */
  voices: readonly OwnVoice[];
  userId: string;
  today: string;
  timeZone: string;
}

/** Returns the amenity to ask about today: the one already asked about, a stale one, or null. */
export function pickAsked({ amenities, kinds, voices, userId, today, timeZone }: Asking): string | null {
  const asked = readAsked(userId, today);
  const hasSaid = voices.some(({ at }) => campusDay(campusClock(Date.parse(at), timeZone)) === today);
  if (asked?.done || hasSaid) return null;
  const isAskable = ({ id }: Amenity) =>
    (!asked || id === asked.amenityId) &&
    !voices.some((voice) => voice.amenityId === id && voice.counts && !voice.there);
  return findStale(amenities.filter(isAskable), kinds, today)?.id ?? null;
}
