import type { InboxLine } from '@madang/contract/notifications/schema';
import { bellText } from '@madang/contract/notifications/bell';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { Settings } from 'lucide';
import { useEffect } from 'react';
import { copy, fillCopy } from '../../copy.ko.ts';
import { Screen } from '../../parts/campus/screen.tsx';
import { useAction } from '../../parts/campus/use-action.ts';
import { showUnread } from '../../parts/notifications/unread.ts';
import { EmptyBoard } from '../../parts/post/empty-board.tsx';
import { EndlessList } from '../../parts/post/endless-list.tsx';
import { useSession } from '../../parts/session/session.ts';
import { call } from '../../platform/api.ts';
import { Link } from '../../router/link.tsx';
import { Icon } from '../../ui/icon.tsx';
import { showToast } from '../../ui/toast-store.ts';
import { type InboxPage, inboxQuery, showRead } from './inbox-queries.ts';
import { LineRow } from './line-row.tsx';
import styles from './notifications.module.css';
import { useLiveInbox } from './use-live-inbox.ts';

const toAlerts = { label: copy['alerts.title'], to: '/mypage/alerts' };

/** What happened for the student, newest first [NO-01]. */
export default function InboxScreen() {
  const client = useQueryClient();
  const query = useInfiniteQuery(inboxQuery);
  const { data, isFetchedAfterMount } = query;
  const first = data?.pages[0];
  const read = isFetchedAfterMount && first?.unread;
  useEffect(() => {
    if (typeof read === 'number') showUnread(client, read);
  }, [client, read]);
  useLiveInbox(isFetchedAfterMount && data !== undefined);

  /** A post is read by its page; a notice and a case are read here. */
  function open(line: InboxLine): void {
    if (!line.unread) return;
    const isNotice = line.kind === 'notice';
    // Who reads a notice has read the older ones too.
    showRead(
      client,
      ({ id, kind, at }) => id === line.id || (isNotice && kind === 'notice' && at <= line.at),
    );
    if (isNotice || line.kind === 'case')
      void call('PUT /api/notifications/{id}/read', { path: { id: line.id } }).then(
        ({ unread }) => showUnread(client, unread),
        // It stays unread on the server, and is shown so the next time.
        () => {},
      );
  }

  return (
    <Screen title={copy['inbox']} heading="shown">
      <Bar newest={first?.lines[0]?.at} />
      <EndlessList
        query={query}
        readItems={readLines}
        renderItem={(line) => <LineRow line={line} onOpen={open} />}
        empty={<EmptyBoard text={copy['inbox.empty']} action={toAlerts} />}
      />
    </Screen>
  );
}

const readLines = (page: InboxPage) => page.lines;

/** How much is unread, what reads all of it, and the way to the settings. */
function Bar({ newest }: { newest: string | undefined }) {
  const client = useQueryClient();
  const { unread = 0 } = useSession();
  const { busy, onClick } = useAction(async () => {
    if (newest === undefined) return;
    // What came since stays unread.
    const answer = await call('PUT /api/notifications/read', { body: { upTo: newest } });
    showRead(client, ({ at }) => at <= newest);
    showUnread(client, answer.unread);
    showToast(copy['inbox.readAll.done']);
    // The button is gone.
    document.querySelector('h1')?.focus({ preventScroll: true });
  });
  return (
    <div className={styles.bar}>
      <p role="status">
        {unread > 0
          ? fillCopy(copy['inbox.unread.count'], { n: bellText(unread) })
          : newest === undefined
            ? null
            : copy['inbox.unread.none']}
      </p>
      {unread > 0 && newest !== undefined ? (
        <button type="button" className={styles.act} aria-busy={busy || undefined} onClick={onClick}>
          {copy['inbox.readAll']}
        </button>
      ) : null}
      <Link className={styles.settings} to="/mypage/notifications" aria-label={copy['notify.title']}>
        <Icon of={Settings} />
      </Link>
    </div>
  );
}
