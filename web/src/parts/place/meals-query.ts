import { queryOptions } from '@tanstack/react-query';
import { ask, type Output } from '../../platform/api.ts';

const MINUTE = 60_000;

export type Meal = Output<'GET /api/meals'>['meals'][number];

/** What the cafeterias serve today; asked for again, since another day begins and dishes are sold out. */
export const mealsQuery = queryOptions({
  queryKey: ['meals'],
  ...ask('GET /api/meals', undefined),
  staleTime: MINUTE / 2,
  refetchInterval: MINUTE,
});
