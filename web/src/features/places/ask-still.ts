import { campusDay } from '@madang/contract/places/open-hours';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { lazyModule } from '../../lib/use-module.ts';
import { useCampus } from '../campus/campus-context.ts';
import { packQuery } from '../campus/campus-queries.ts';
import { useCampusClock } from '../campus/campus-time.tsx';
import { useLazyModule } from '../campus/use-lazy-module.ts';
import { useUser } from '../session/session.ts';
import type { Amenity } from './place-filter.ts';
import { voicesQuery } from './voice-queries.ts';

const late = lazyModule(() => import('./stale.ts'));

/**
 * Returns whether the student is asked about this amenity [PL-09]: about one a day. `end` marks the question answered, or
 * postponed until tomorrow.
 */
export function useAskStill(id: string, among: readonly Amenity[]): { isAsked: boolean; end: () => void } {
  const { id: userId, writingRight } = useUser();
  const { timeZone } = useCampus();
  const { parts } = useLazyModule(late, writingRight);
  const today = campusDay(useCampusClock());
  const { data: pack } = useQuery(packQuery);
  const { data: voices } = useQuery({ ...voicesQuery, enabled: writingRight });
  const [ended, setEnded] = useState('');

  const isAsked =
    parts !== undefined &&
    pack !== undefined &&
    voices !== undefined &&
    ended !== today &&
    parts.pickAsked({ amenities: among, userId, today, timeZone, kinds: pack.kinds, voices }) === id;
  useEffect(() => {
    if (isAsked) parts.noteAsked({ userId, day: today, amenityId: id, done: false });
  }, [isAsked, parts, userId, today, id]);

  return {
    isAsked,
    end() {
      if (!isAsked) return;
      parts.noteAsked({ userId, day: today, amenityId: id, done: true });
      setEnded(today);
    },
  };
}
