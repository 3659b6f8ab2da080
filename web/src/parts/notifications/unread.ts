import type { QueryClient } from '@tanstack/react-query';
import { sessionQuery } from '../session/session.ts';

/** Shows at the bell how many lines are unread. */
export function showUnread(client: QueryClient, unread: number): void {
  client.setQueryData(sessionQuery.queryKey, (known) => (known?.user ? { ...known, unread } : known));
}

/** The same as an event `inbox` of a stream says it; returns the number. */
export function hearUnread(client: QueryClient, data: unknown): number {
  const { unread } = data as { unread: number };
  showUnread(client, unread);
  return unread;
}
