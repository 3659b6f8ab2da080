import type { Alert } from '@madang/contract/notifications/schema';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { ask, call } from '../../lib/api.ts';

/** Query of the keyword alerts, newest first. */
export const alertsQuery = queryOptions({
  queryKey: ['alerts'],
  ...ask('GET /api/profile/alerts', undefined, ({ alerts }) => alerts),
});

/** Patches the cached list, if loaded. */
export function patchAlerts(client: QueryClient, patch: (alerts: readonly Alert[]) => Alert[]): void {
  client.setQueryData(alertsQuery.queryKey, (alerts) => alerts && patch(alerts));
}

export interface NewAlert {
  id: string;
  word: string;
  buildingId: string | null;
}

/** Adds an alert; idempotent by its id. */
export async function addAlert(client: QueryClient, { id, ...body }: NewAlert): Promise<Alert> {
  const added = await call('PUT /api/profile/alerts/{id}', { path: { id }, body });
  patchAlerts(client, (alerts) => [added, ...alerts.filter((alert) => alert.id !== id)]);
  return added;
}
