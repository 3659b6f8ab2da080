import type { QueryClient } from '@tanstack/react-query';
import { followUnread } from '../../parts/notifications/live-unread.ts';
import { showUnread } from '../../parts/notifications/unread.ts';
import { call } from '../../platform/api.ts';
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
  const close = followUnread(client, {
    onUnread: (unread) => {
      // The first one only says how it stands, and the list was read a moment ago.
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
