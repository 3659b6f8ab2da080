import {
  PUSH_BUDGET,
  PUSH_UNOPENED_MAX,
  QUIET_FROM,
  QUIET_TO,
} from '@madang/contract/notifications/push-rules';
import type { PushState } from '@madang/contract/notifications/push-schema';
import type { Session } from '../../platform/sessions/sessions.ts';
import type { PushDeviceRow, PushSettingsRow } from './push-settings.queries.ts';
import { presentKinds } from './settings.present.ts';

/** What holds of anyone who has said nothing. */
const FIRST: PushSettingsRow = {
  off_kinds: [],
  budget: PUSH_BUDGET,
  quiet_from: QUIET_FROM,
  quiet_to: QUIET_TO,
  texts: false,
  unopened: 0,
};

/** A student's settings and devices; `key` is null where nothing can be pushed. */
export function presentPush(
  settings: PushSettingsRow = FIRST,
  devices: readonly PushDeviceRow[],
  { session, key }: { session: Session; key: string | null },
): PushState {
  const { off_kinds: off, budget, quiet_from: from, quiet_to: to, texts, unopened } = settings;
  return {
    kinds: presentKinds(off),
    budget,
    quiet: from === null || to === null ? null : { from, to },
    texts,
    key,
    resting: unopened >= PUSH_UNOPENED_MAX,
    devices: devices.map(({ id, session_id: sessionId, system, browser, ...at }) => ({
      id,
      system,
      browser,
      here: sessionId === session.id,
      addedAt: at.added_at.toISOString(),
      usedAt: at.used_at.toISOString(),
    })),
  };
}
