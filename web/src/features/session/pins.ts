import type { Pin } from '@madang/contract/campus/schema';
import type { QueryClient } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { sessionQuery } from './session.ts';

/** List of the last change, until it is sent. */
const waiting: (readonly Pin[])[] = [];
let sending = false;

/** Returns the user's pinned buildings as displayed. */
export function readPins(client: QueryClient): readonly Pin[] {
  return client.getQueryData(sessionQuery.queryKey)?.pins ?? [];
}

/**
 * Pins these buildings in this order, shown at once. During a call a later list replaces waiting ones; ends with the server's
 * list.
 *
 * @throws {ApiError | NetworkError} the list was not stored.
 */
export async function putPins(client: QueryClient, pins: readonly Pin[]): Promise<void> {
  const userId = client.getQueryData(sessionQuery.queryKey)?.user?.id;
  const show = (shown: readonly Pin[]) =>
    client.setQueryData(sessionQuery.queryKey, (known) =>
      known?.user && known.user.id === userId ? { ...known, pins: [...shown] } : known,
    );
  let confirmed = readPins(client);
  waiting.splice(0, 1, pins);
  show(pins);
  if (sending) return;
  sending = true;
  try {
    for (let list = waiting.pop(); list; list = waiting.pop()) {
      const buildingIds = list.map(({ id }) => id);
      confirmed = (await call('PUT /api/profile/pins', { body: { buildingIds } })).pins;
    }
  } finally {
    sending = false;
    waiting.pop();
    show(confirmed);
  }
}
