import { type FreeRoom, freeRooms } from '@madang/contract/places/rooms';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { copy, fillCopy } from '../../copy.ko.ts';
import { packQuery } from '../campus/campus-queries.ts';
import { isKnown, roomsQuery } from './place-queries.ts';

/** Returns the rooms that are free now, the longest first; null if unknown. */
export function useFreeRooms(clock: number): FreeRoom[] | null {
  const { data: pack } = useQuery(packQuery);
  const { data: today } = useQuery(roomsQuery);
  return useMemo(
    () => (pack && isKnown(today, clock) ? freeRooms(today, pack.hours, clock) : null),
    [pack, today, clock],
  );
}

/** Returns until when a room is free, and what ends that. */
export function describeUntil({ until, ends }: FreeRoom): string {
  if (ends === 'day') return copy['rooms.day'];
  return fillCopy(ends === 'class' ? copy['rooms.class'] : copy['rooms.closing'], { time: until });
}
