import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { hearUnread, showUnread } from '../../parts/notifications/unread.ts';
import { sessionQuery } from '../../parts/session/session.ts';
import { call } from '../../platform/api.ts';
import { openLive } from '../../platform/live.ts';
import { type Inbox, inboxQuery, putFirstPage } from './inbox-queries.ts';

/** Keeps the list in step with the server, once it was read. */
export function useLiveInbox(wasRead: boolean): void {
  const client = useQueryClient();
  useEffect(() => {
    if (!wasRead) return;
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
  }, [client, wasRead]);
}
