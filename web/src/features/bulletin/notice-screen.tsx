import type { Notice } from '@madang/contract/bulletin/schema';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { copy } from '../../copy.ko.ts';
import { call } from '../../lib/api.ts';
import { whenIdle } from '../../lib/page.ts';
import { useLocation, useParams } from '../../lib/router.tsx';
import { showUnread, useSession } from '../session/session.ts';
import { BulletinArticle } from './bulletin-article.tsx';
import { noticeQuery, readBulletinState } from './bulletin-queries.ts';

export default function NoticeScreen() {
  const { id = '' } = useParams();
  const { state } = useLocation();
  const query = useQuery({ ...noticeQuery(id), placeholderData: () => readBulletinState<Notice>(state, id) });
  useReadNotice(id, query.isSuccess && !query.isPlaceholderData);
  return (
    <BulletinArticle
      query={query}
      name={copy['board.notice']}
      missing={{ text: copy['state.missing.notice'], to: '/board/notice' }}
    />
  );
}

/** Marks a `shown` notice as read, unless nothing is unread or the inbox is disabled. */
function useReadNotice(id: string, shown: boolean): void {
  const client = useQueryClient();
  const { unread = 0 } = useSession();
  const due = shown && unread > 0;
  useEffect(() => {
    if (!due) return;
    whenIdle(() => {
      void call('PUT /api/notifications/{id}/read', { path: { id } }).then(
        (answer) => showUnread(client, answer.unread),
        // It stays unread until the next visit.
        () => {},
      );
    });
  }, [client, id, due]);
}
