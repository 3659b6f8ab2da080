import { queryOptions } from '@tanstack/react-query';
import { ask } from '../../platform/api.ts';

/** The posts of a building's view; asked for each time that it is shown. */
export function viewQuery(buildingId: string) {
  return queryOptions({
    queryKey: ['view', buildingId],
    ...ask('GET /api/buildings/{buildingId}/view', { path: { buildingId } }),
  });
}
