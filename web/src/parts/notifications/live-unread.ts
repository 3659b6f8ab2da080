// Fetched after the bell and the inbox: nothing of it is needed to draw them.
import type { QueryClient } from '@tanstack/react-query';
import { whenIdle } from '../../platform/idle.ts';
import { openLive } from '../../platform/live.ts';
import { whileShown } from '../../platform/while-shown.ts';
import { sessionQuery } from '../session/session.ts';
import { hearUnread } from './unread.ts';

interface UnreadOptions {
  /** The server says how many lines are unread: at once, and at whatever changes in the inbox. */
  onUnread?: (unread: number) => void;
  /** Something may have changed that was not told. */
  onStale?: () => void;
}

/** Keeps the number at the bell in step with the server, while the page is shown, until the returned function is called. */
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

/** The same for a page that shows the bell alone, once it has nothing more urgent to do. */
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
