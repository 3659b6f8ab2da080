import type { QueryClient } from '@tanstack/react-query';
import { sessionQuery } from '../session/session.ts';

/** Shows the unread count at the bell. */
export function showUnread(client: QueryClient, unread: number): void {
  client.setQueryData(sessionQuery.queryKey, (known) => (known?.user ? { ...known, unread } : known));
}

/** Shows the unread count of a stream's `inbox` event, and returns it. */
export function hearUnread(client: QueryClient, data: unknown): number {
  const { unread } = data as { unread: number };
  showUnread(client, unread);
  return unread;
}
