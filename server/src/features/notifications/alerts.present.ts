import type { Alert } from '@madang/contract/notifications/alert-schema';
import type { AlertRow } from './alerts.queries.ts';

/** An alert, for its student alone. */
export function presentAlert(row: AlertRow): Alert {
  const { id, word, building_id, building_name, paused } = row;
  const building = building_id === null ? null : { id: building_id, name: building_name ?? '' };
  return { id, word, building, paused, createdAt: row.created_at.toISOString() };
}
