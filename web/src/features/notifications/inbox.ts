import type { InboxNotification } from '@madang/contract/notifications/schema';
import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import { ask, call, freshIfGiven, type Output } from '../../lib/api.ts';
import { showUnread } from '../session/session.ts';
import { listPages, patchPages } from '../posts/post-queries.ts';
import { followUnread } from './live-unread.ts';

export type InboxPage = Output<'GET /api/notifications'>;
export type Inbox = InfiniteData<InboxPage>;

/** Paginated inbox, read again at each visit: other devices read notifications too. */
export const inboxQuery = {
  ...listPages(['inbox'], (at) => ask('GET /api/notifications', { query: at })),
  staleTime: freshIfGiven,
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

/**
 * Returns the inbox with a refetched first page, without duplicates of moved notifications. If more than a page arrived, later
 * pages are dropped and refetched.
 */
export function putFirstPage(inbox: Inbox, fresh: InboxPage): Inbox {
  const [first, ...others] = inbox.pages;
  const end = fresh.lines.at(-1);
  const newest = first?.lines[0];
  const isWhole = !fresh.nextCursor || !end;
  if (!first || !newest || isWhole || end.at > newest.at) return { pages: [fresh], pageParams: [null] };
  const ids = new Set(fresh.lines.map(({ id }) => id));
  const older = (lines: readonly InboxNotification[]) =>
    lines.filter(({ id, at }) => !ids.has(id) && at <= end.at);
  const pages = [
    { ...fresh, lines: [...fresh.lines, ...older(first.lines)], nextCursor: first.nextCursor },
    ...others.map((page) => ({ ...page, lines: older(page.lines) })),
  ];
  return { ...inbox, pages };
}

/** Refetches the loaded inbox on changes until the returned function is called. */
export function followInbox(client: QueryClient): () => void {
  let reading = false;
  let due = false;
  let left = false;
  const read = (): Inbox | undefined => client.getQueryData(inboxQuery.queryKey);

  /** One request at a time: events meanwhile trigger another. */
  async function readFirstPage(): Promise<void> {
    due = true;
    if (reading) return;
    reading = true;
    try {
      while (due && !left) {
        due = false;
        const fresh = await call('GET /api/notifications', { query: {} });
        if (left) return;
        client.setQueryData<Inbox>(inboxQuery.queryKey, (inbox) => inbox && putFirstPage(inbox, fresh));
        showUnread(client, fresh.unread);
      }
    } catch {
      // The next event, or the network when it is back, asks again.
    } finally {
      reading = false;
    }
  }

  let opening = true;
  const close = followUnread(client, {
    onUnread: (unread) => {
      // The first event only reports the state, and the list was just read.
      if (!opening || unread !== read()?.pages[0]?.unread) void readFirstPage();
      opening = false;
    },
    onStale: () => void readFirstPage(),
  });
  return () => {
    left = true;
    close();
  };
}
