import type { NotificationSettings } from '@madang/contract/notifications/schema';
import type { MutedRow, SettingsRow } from './settings.queries.ts';

/** What a student wants to be told of. */
export function presentSettings(
  { told, off_kinds }: SettingsRow,
  muted: readonly MutedRow[],
): NotificationSettings {
  const on = (kind: SettingsRow['off_kinds'][number]) => !off_kinds.includes(kind);
  return {
    on: told,
    kinds: {
      answer: on('answer'),
      accepted: on('accepted'),
      alert: on('alert'),
      ticket: on('ticket'),
      notice: on('notice'),
      case: on('case'),
    },
    muted: muted.map(({ id, title, building_id, building_name }) => ({
      id,
      title,
      buildingId: building_id,
      buildingName: building_name,
    })),
  };
}
