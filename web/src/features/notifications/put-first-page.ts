import type { InboxNotification } from '@madang/contract/notifications/schema';
import type { Inbox, InboxPage } from './inbox-queries.ts';

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
