import type { QueryClient } from '@tanstack/react-query';
import { hearUnread, showUnread } from '../../parts/notifications/unread.ts';
import { sessionQuery } from '../../parts/session/session.ts';
import { call } from '../../platform/api.ts';
import { openLive } from '../../platform/live.ts';
import { type Inbox, inboxQuery } from './inbox-queries.ts';
import { putFirstPage } from './put-first-page.ts';

/** Keeps the list that was read in step with the server until the returned function is called. */
export function followInbox(client: QueryClient): () => void {
  let reading = false;
  let due = false;
  let left = false;
  const read = (): Inbox | undefined => client.getQueryData(inboxQuery.queryKey);

  /** One question at a time: what comes meanwhile is asked for after it. */
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
  const close = openLive({
    address: '/api/notifications/live',
    entryEvent: 'inbox',
    staleEvents: [],
    after: () => undefined,
    onEntry: (data) => {
      // The first one only says how it stands, and the list was read a moment ago.
      const isKnown = hearUnread(client, data) === read()?.pages[0]?.unread;
      if (!opening || !isKnown) void readFirstPage();
      opening = false;
    },
    onChange: {},
    onStale: () => void readFirstPage(),
    onRefused: () => void client.invalidateQueries(sessionQuery),
  });
  return () => {
    left = true;
    close();
  };
}
