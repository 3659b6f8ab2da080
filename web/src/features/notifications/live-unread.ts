// Loaded after the bell and the inbox, which render without it.
import type { QueryClient } from '@tanstack/react-query';
import { whenIdle } from '../../lib/page.ts';
import { openLive, whileShown } from '../../lib/live.ts';
import { hearUnread, sessionQuery } from '../session/session.ts';

interface UnreadOptions {
  /** Called with the unread count at once, and on every change in the inbox. */
  onUnread?: (unread: number) => void;
  /** Called if events may have been missed. */
  onStale?: () => void;
}

/** Synchronizes the bell's number while the page is shown, until the returned function is called. */
export function followUnread(client: QueryClient, { onUnread, onStale }: UnreadOptions = {}): () => void {
  return whileShown((again) => {
    if (again) onStale?.();
    return openLive({
      address: '/api/notifications/live',
      entryEvent: 'inbox',
      staleEvents: [],
      after: () => undefined,
      onEntry: (data) => {
        const unread = hearUnread(client, data);
        onUnread?.(unread);
      },
      onChange: {},
      onStale: () => onStale?.(),
      onRefused: () => void client.invalidateQueries(sessionQuery),
    });
  });
}

/** Like `followUnread`, for a page with only the bell: starts when idle. */
export function followBell(client: QueryClient): () => void {
  let left = false;
  let close: (() => void) | undefined;
  whenIdle(() => {
    if (!left) close = followUnread(client);
  });
  return () => {
    left = true;
    close?.();
  };
}
