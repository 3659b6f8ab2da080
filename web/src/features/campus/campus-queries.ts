import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { ask, type Output } from '../../lib/api.ts';
import { forEverybody } from '../session/session.ts';

const MINUTE = 60_000;

export const campusQuery = queryOptions({
  queryKey: ['campus'],
  ...ask('GET /api/campus', undefined),
  staleTime: 10 * MINUTE,
  gcTime: Infinity,
  meta: forEverybody,
});

export type Pack = Output<'GET /api/campus/pack'>;
export type CampusMap = NonNullable<Pack['map']>;

/** Query of the campus data kept offline; official edition only. */
export const packQuery = queryOptions({
  queryKey: ['pack'],
  ...ask('GET /api/campus/pack', undefined),
  staleTime: 5 * MINUTE,
});

export const buildingsQuery = queryOptions({
  queryKey: ['buildings'],
  ...ask('GET /api/buildings', undefined, ({ buildings }) => buildings),
  staleTime: 5 * MINUTE,
});

/** Query of one building or special board. */
export function buildingQuery(buildingId: string) {
  return queryOptions({
    queryKey: [...buildingsQuery.queryKey, buildingId],
    ...ask('GET /api/buildings/{buildingId}', { path: { buildingId } }),
    staleTime: 5 * MINUTE,
  });
}

/** Returns a building or board; while it loads or if it fails, its entry in the list of buildings. */
export function useBuilding(buildingId: string) {
  const client = useQueryClient();
  const { data, error, refetch } = useQuery(buildingQuery(buildingId));
  const listed = () => client.getQueryData(buildingsQuery.queryKey)?.find(({ id }) => id === buildingId);
  return { data: data ?? listed(), error, refetch };
}
