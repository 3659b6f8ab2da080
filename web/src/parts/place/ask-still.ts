import { campusClock, campusDay } from '@madang/contract/amenities/open-hours';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useCampus } from '../campus/campus-context.ts';
import { type Pack, packQuery } from '../campus/campus-queries.ts';
import { useCampusClock } from '../campus/campus-time.tsx';
import { noteAsked, readAsked } from '../session/asked.ts';
import { useUser } from '../session/session.ts';
import type { Amenity } from './place-filter.ts';
import { type OwnVoice, voicesQuery } from './voice-queries.ts';

const DAY = 86_400_000;

/** The amenity of these that was found longest ago, longer than its kind allows; nothing that changed since, or is gone. */
export function findStale(
  amenities: readonly Amenity[],
  kinds: Pack['kinds'],
  today: string,
): Amenity | undefined {
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

/** A question about one amenity. */
export interface AskStill {
  amenityId: string;
  /** It is answered, or put off until tomorrow. */
  end: () => void;
}

/** Which of the amenities on the screen the student is asked about [PL-09]: one a day at most, on whatever screen. */
export function useAskStill(amenities: readonly Amenity[]): AskStill | null {
  const { id: userId, writingRight } = useUser();
  const { edition, timeZone } = useCampus();
  const official = edition === 'official';
  const today = campusDay(useCampusClock());
  const { data: pack } = useQuery({ ...packQuery, enabled: official });
  const { data: voices } = useQuery({ ...voicesQuery, enabled: official && writingRight });
  const [ended, setEnded] = useState('');

  const amenityId = pack && voices && ended !== today ? pick(pack.kinds, voices) : null;
  useEffect(() => {
    if (amenityId !== null) noteAsked({ userId, day: today, amenityId, done: false });
  }, [userId, today, amenityId]);

  function pick(kinds: Pack['kinds'], said: readonly OwnVoice[]): string | null {
    const asked = readAsked(userId, today);
    if (asked?.done || said.some(({ at }) => campusDay(campusClock(Date.parse(at), timeZone)) === today))
      return null;
    const isAskable = ({ id }: Amenity) =>
      (!asked || id === asked.amenityId) &&
      !said.some((voice) => voice.amenityId === id && voice.counts && !voice.there);
    return findStale(amenities.filter(isAskable), kinds, today)?.id ?? null;
  }

  if (amenityId === null) return null;
  return {
    amenityId,
    end() {
      noteAsked({ userId, day: today, amenityId, done: true });
      setEnded(today);
    },
  };
}
