import { campusDay } from '@madang/contract/amenities/open-hours';
import { type FreeRoom, freeRooms } from '@madang/contract/rooms/free-rooms';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { ask } from '../../platform/api.ts';
import { packQuery } from '../campus/campus-queries.ts';

const MINUTE = 60_000;

/** The rooms and their classes of today; asked for again, since another day begins and doors are found locked. */
export const roomsQuery = queryOptions({
  queryKey: ['rooms'],
  ...ask('GET /api/rooms', undefined),
  staleTime: MINUTE,
  refetchInterval: 5 * MINUTE,
});

/** The rooms that are free now, the longest first; null where nobody knows. */
export function useFreeRooms(clock: number): FreeRoom[] | null {
  const { data: pack } = useQuery(packQuery);
  const { data: today } = useQuery(roomsQuery);
  return useMemo(
    () =>
      pack && today && today.rooms.length > 0 && today.day === campusDay(clock)
        ? freeRooms(today, pack.hours, clock)
        : null,
    [pack, today, clock],
  );
}
