import type { Building } from '@madang/contract/campus/schema';
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

/** The list a link to the building list carries [RT-21]; anything else in its state is ignored. */
export function readBuildingsState(state: unknown): Building[] | undefined {
  if (typeof state !== 'object' || state === null || !('buildings' in state)) return undefined;
  const { buildings } = state;
  const whole = Array.isArray(buildings) && buildings.every((item) => typeof item?.id === 'string');
  return whole ? (buildings as Building[]) : undefined;
}
