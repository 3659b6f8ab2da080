import type { InboxNotification } from '@madang/contract/notifications/schema';
import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import { ask, type Output } from '../../lib/api.ts';
import { listPages, patchPages } from '../posts/post-queries.ts';

export type InboxPage = Output<'GET /api/notifications'>;
export type Inbox = InfiniteData<InboxPage>;

/** Paginated inbox. Always stale: any device may have read notifications. */
export const inboxQuery = {
  ...listPages(['inbox'], (at) => ask('GET /api/notifications', { query: at })),
  staleTime: 0,
};

/** Marks notifications as read in the cache. */
export function showRead(client: QueryClient, isRead: (line: InboxNotification) => boolean): void {
  client.setQueryData<Inbox>(
    inboxQuery.queryKey,
    (inbox) =>
      inbox &&
      patchPages(inbox, (page) => ({
        ...page,
        lines: page.lines.map((line) => (line.unread && isRead(line) ? { ...line, unread: false } : line)),
      })),
  );
}
