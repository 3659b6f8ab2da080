import { queryOptions } from '@tanstack/react-query';
import { ask, type Output } from '../../lib/api.ts';

const MINUTE = 60_000;

export type Meal = Output<'GET /api/meals'>['meals'][number];

/** Query of today's meals; refetched, since the day changes and dishes sell out. */
export const mealsQuery = queryOptions({
  queryKey: ['meals'],
  ...ask('GET /api/meals', undefined),
  staleTime: MINUTE / 2,
  refetchInterval: MINUTE,
});
