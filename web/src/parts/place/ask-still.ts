import { campusDay } from '@madang/contract/amenities/open-hours';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { lateModule } from '../../ui/use-module.ts';
import { useCampus } from '../campus/campus-context.ts';
import { packQuery } from '../campus/campus-queries.ts';
import { useCampusClock } from '../campus/campus-time.tsx';
import { useLatePart } from '../campus/use-late-part.ts';
import { useUser } from '../session/session.ts';
import type { Amenity } from './place-filter.ts';
import { voicesQuery } from './voice-queries.ts';

const late = lateModule(() => import('./stale.ts'));

/** A question about one amenity. */
export interface AskStill {
  amenityId: string;
  /** It is answered, or put off until tomorrow. */
  end: () => void;
}

/** Which of the amenities on the screen the student is asked about [PL-09]: one a day at most, on whatever screen. */
export function useAskStill(amenities: readonly Amenity[]): AskStill | null {
  const { id: userId, writingRight } = useUser();
  const { timeZone } = useCampus();
  const { official, parts } = useLatePart(late, writingRight);
  const today = campusDay(useCampusClock());
  const { data: pack } = useQuery({ ...packQuery, enabled: official });
  const { data: voices } = useQuery({ ...voicesQuery, enabled: official && writingRight });
  const [ended, setEnded] = useState('');

  const asking = { amenities, userId, today, timeZone };
  const amenityId =
    parts && pack && voices && ended !== today
      ? parts.pickAsked({ ...asking, kinds: pack.kinds, voices })
      : null;
  useEffect(() => {
    if (amenityId !== null) parts?.noteAsked({ userId, day: today, amenityId, done: false });
  }, [parts, userId, today, amenityId]);

  if (amenityId === null) return null;
  return {
    amenityId,
    end() {
      parts?.noteAsked({ userId, day: today, amenityId, done: true });
      setEnded(today);
    },
  };
}
