import type { QueryClient } from '@tanstack/react-query';
import { followUnread } from './live-unread.ts';
import { showUnread } from '../accounts/unread.ts';
import { call } from '../../lib/api.ts';
import { type Inbox, inboxQuery } from './inbox-queries.ts';
import { putFirstPage } from './put-first-page.ts';

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
