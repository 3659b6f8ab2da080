import { campusDay } from '@madang/contract/places/open-hours';
import { type FreeRoom, freeRooms } from '@madang/contract/places/rooms';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { ask, type Output } from '../../lib/api.ts';
import { packQuery } from '../campus/campus-queries.ts';

const MINUTE = 60_000;

export type RoomsToday = Output<'GET /api/rooms'>;

/** Query of today's rooms and classes; refetched, since the day changes and doors are found locked. */
export const roomsQuery = queryOptions({
  queryKey: ['rooms'],
  ...ask('GET /api/rooms', undefined),
  staleTime: MINUTE,
  refetchInterval: 5 * MINUTE,
});

/** Whether free rooms are known: an answer of yesterday does not count. */
export const isKnown = (today: RoomsToday | undefined, clock: number): today is RoomsToday =>
  today !== undefined && today.rooms.length > 0 && today.day === campusDay(clock);

/** Returns the rooms that are free now, the longest first; null if unknown. */
export function useFreeRooms(clock: number): FreeRoom[] | null {
  const { data: pack } = useQuery(packQuery);
  const { data: today } = useQuery(roomsQuery);
  return useMemo(
    () => (pack && isKnown(today, clock) ? freeRooms(today, pack.hours, clock) : null),
    [pack, today, clock],
  );
}

export type PlaceReports = Output<'GET /api/voices'>['places'][string];

/** Query of the current crowd reports of all places; official edition only. */
export const voicesQuery = queryOptions({
  queryKey: ['voices'],
  ...ask('GET /api/voices', undefined),
  staleTime: 30_000,
});

export type Meal = Output<'GET /api/meals'>['meals'][number];

/** Query of today's meals; refetched, since the day changes and dishes sell out. */
export const mealsQuery = queryOptions({
  queryKey: ['meals'],
  ...ask('GET /api/meals', undefined),
  staleTime: MINUTE / 2,
  refetchInterval: MINUTE,
});

export type OwnVoice = Output<'GET /api/amenities/voices'>['voices'][number];

/** Query of the student's amenity reports of the last month; official edition only. */
export const ownVoicesQuery = queryOptions({
  queryKey: ['amenity-voices'],
  ...ask('GET /api/amenities/voices', undefined, ({ voices }) => voices),
  staleTime: 5 * MINUTE,
});
