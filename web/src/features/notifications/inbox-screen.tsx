import type { InboxNotification } from '@madang/contract/notifications/schema';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { copy } from '../../copy.ko.ts';
import { Screen } from '../campus/screen.tsx';
import { showUnread } from '../accounts/unread.ts';
import { EmptyBoard, EndlessList } from '../posts/endless-list.tsx';
import { call } from '../../lib/api.ts';
import { lazyModule, useModule } from '../../lib/use-module.ts';
import { type InboxPage, inboxQuery, showRead } from './inbox-queries.ts';
import { NotificationRow } from './notification-row.tsx';
import styles from './inbox.module.css';

const tools = lazyModule(() => import('./inbox-tools.ts'));

const toAlerts = { label: copy['alerts.title'], to: '/mypage/alerts' };

/** Lists the student's notifications, newest first [NO-01]. */
export default function InboxScreen() {
  const client = useQueryClient();
  const query = useInfiniteQuery(inboxQuery);
  const { data, isFetchedAfterMount } = query;
  const first = data?.pages[0];
  const read = isFetchedAfterMount && first?.unread;
  useEffect(() => {
    if (typeof read === 'number') showUnread(client, read);
  }, [client, read]);
  const parts = useModule(tools, isFetchedAfterMount);
  const follow = first && parts?.followInbox;
  useEffect(() => follow?.(client), [follow, client]);

  /** Posts and notices are marked by their pages, case notifications here. */
  function open(line: InboxNotification): void {
    if (!line.unread) return;
    const isNotice = line.kind === 'notice';
    // Reading a notice marks older notices as read.
    showRead(
      client,
      ({ id, kind, at }) => id === line.id || (isNotice && kind === 'notice' && at <= line.at),
    );
    if (!isNotice && !('post' in line))
      void call('PUT /api/notifications/{id}/read', { path: { id: line.id } }).then(
        ({ unread }) => showUnread(client, unread),
        // It stays unread on the server, and shows so the next time.
        () => {},
      );
  }

  return (
    <Screen title={copy['inbox']} heading="shown">
      <div className={styles.bar}>{parts && <parts.InboxBar newest={first?.lines[0]?.at} />}</div>
      <EndlessList
        query={query}
        readItems={readLines}
        renderItem={(line) => <NotificationRow line={line} onOpen={open} sayTicket={tools.here?.sayTicket} />}
        empty={<EmptyBoard text={copy['inbox.empty']} action={toAlerts} />}
      />
    </Screen>
  );
}

const readLines = (page: InboxPage) => page.lines;
