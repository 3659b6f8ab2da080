import type { NotificationKind } from '@madang/contract/notifications/rules';
import type { NotificationSettings } from '@madang/contract/notifications/schema';
import type { MutedRow, SettingsRow } from './settings.queries.ts';

/** Which kinds are on. */
export function presentKinds(off: readonly NotificationKind[]): NotificationSettings['kinds'] {
  const on = (kind: NotificationKind) => !off.includes(kind);
  return {
    answer: on('answer'),
    accepted: on('accepted'),
    alert: on('alert'),
    ticket: on('ticket'),
    notice: on('notice'),
    case: on('case'),
  };
}

/** What a student wants to be told of. */
export function presentSettings(
  { told, off_kinds }: SettingsRow,
  muted: readonly MutedRow[],
): NotificationSettings {
  return {
    on: told,
    kinds: presentKinds(off_kinds),
    muted: muted.map(({ id, title, building_id, building_name }) => ({
      id,
      title,
      buildingId: building_id,
      buildingName: building_name,
    })),
  };
}
