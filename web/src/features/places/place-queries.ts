import { campusDay } from '@madang/contract/places/open-hours';
import { queryOptions } from '@tanstack/react-query';
import { ask, type Output } from '../../lib/api.ts';

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

/** Crowd reports of one place. */
export type PlaceReports = Output<'GET /api/voices'>['places'][string];

/** Query of the current crowd reports of all places; official edition only. */
export const voicesQuery = queryOptions({
  queryKey: ['voices'],
  ...ask('GET /api/voices', undefined),
  staleTime: 30_000,
});
