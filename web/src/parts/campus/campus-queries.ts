import { queryOptions } from '@tanstack/react-query';
import { call } from '../../platform/api.ts';
import { forEverybody } from '../session/session.ts';

const MINUTE = 60_000;

export const campusQuery = queryOptions({
  queryKey: ['campus'],
  queryFn: ({ signal }) => call('GET /api/campus', undefined, { signal }),
  staleTime: 10 * MINUTE,
  gcTime: Infinity,
  meta: forEverybody,
});

export const buildingsQuery = queryOptions({
  queryKey: ['buildings'],
  queryFn: async ({ signal }) => (await call('GET /api/buildings', undefined, { signal })).buildings,
  staleTime: 5 * MINUTE,
});

/** One building or special board. */
export function buildingQuery(buildingId: string) {
  return queryOptions({
    queryKey: [...buildingsQuery.queryKey, buildingId],
    queryFn: ({ signal }) => call('GET /api/buildings/{buildingId}', { path: { buildingId } }, { signal }),
    staleTime: 5 * MINUTE,
  });
}
