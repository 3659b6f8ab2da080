// Fetched after the bell and the inbox: nothing of it is needed to draw them.
import type { QueryClient } from '@tanstack/react-query';
import { whenIdle } from '../../platform/idle.ts';
import { openLive } from '../../platform/live.ts';
import { sessionQuery } from '../session/session.ts';
import { hearUnread } from './unread.ts';

interface UnreadOptions {
  /** The server says how many lines are unread: at once, and at whatever changes in the inbox. */
  onUnread?: (unread: number) => void;
  /** Something may have changed that was not told. */
  onStale?: () => void;
}

/**
 * Keeps the number at the bell in step with the server until the returned function is called. A page that is hidden holds no
 * stream: a browser opens few connections to one server, and all tabs share them.
 */
export function followUnread(client: QueryClient, { onUnread, onStale }: UnreadOptions = {}): () => void {
  let close: (() => void) | undefined;
  let opened = false;

  function openOrClose(): void {
    if (document.visibilityState === 'hidden') {
      close?.();
      close = undefined;
      return;
    }
    if (close) return;
    if (opened) onStale?.();
    opened = true;
    close = openLive({
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
  }

  document.addEventListener('visibilitychange', openOrClose);
  openOrClose();
  return () => {
    document.removeEventListener('visibilitychange', openOrClose);
    close?.();
  };
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
