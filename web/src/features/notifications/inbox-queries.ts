import type { InboxLine } from '@madang/contract/notifications/schema';
import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import { ask, type Output } from '../../platform/api.ts';
import { patchPages } from '../../parts/post/post-cache.ts';
import { listPages } from '../../parts/post/post-queries.ts';

export type InboxPage = Output<'GET /api/notifications'>;
export type Inbox = InfiniteData<InboxPage>;

/** The inbox, page after page; what stands there may have been read anywhere. */
export const inboxQuery = {
  ...listPages(['inbox'], (at) => ask('GET /api/notifications', { query: at })),
  staleTime: 0,
};

/** Shows lines as read. */
export function showRead(client: QueryClient, isRead: (line: InboxLine) => boolean): void {
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
 * The inbox with its first page read anew: lines that moved up are not left where they were, older ones stay where they are.
 * Where more came than a page holds the rest is read again from there.
 */
export function putFirstPage(inbox: Inbox, fresh: InboxPage): Inbox {
  const [first, ...others] = inbox.pages;
  const end = fresh.lines.at(-1);
  const newest = first?.lines[0];
  const isWhole = !fresh.nextCursor || !end;
  if (!first || !newest || isWhole || end.at > newest.at) return { pages: [fresh], pageParams: [null] };
  const ids = new Set(fresh.lines.map(({ id }) => id));
  const older = (lines: readonly InboxLine[]) => lines.filter(({ id, at }) => !ids.has(id) && at <= end.at);
  const pages = [
    { ...fresh, lines: [...fresh.lines, ...older(first.lines)], nextCursor: first.nextCursor },
    ...others.map((page) => ({ ...page, lines: older(page.lines) })),
  ];
  return { ...inbox, pages };
}
