import { campusDay } from '@madang/contract/amenities/open-hours';
import { queryOptions } from '@tanstack/react-query';
import { ask, type Output } from '../../platform/api.ts';

const MINUTE = 60_000;

export type RoomsToday = Output<'GET /api/rooms'>;

/** The rooms and their classes of today; asked for again, since another day begins and doors are found locked. */
export const roomsQuery = queryOptions({
  queryKey: ['rooms'],
  ...ask('GET /api/rooms', undefined),
  staleTime: MINUTE,
  refetchInterval: 5 * MINUTE,
});

/** Whether it is known which rooms are free: an answer of yesterday says nothing. */
export const isKnown = (today: RoomsToday | undefined, clock: number): today is RoomsToday =>
  today !== undefined && today.rooms.length > 0 && today.day === campusDay(clock);

/** What voices say of one place. */
export type PlaceVoices = Output<'GET /api/voices'>['places'][string];

/** What students say of all places now; official edition only. */
export const voicesQuery = queryOptions({
  queryKey: ['voices'],
  ...ask('GET /api/voices', undefined),
  staleTime: 30_000,
});
