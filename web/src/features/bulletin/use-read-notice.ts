import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { showUnread } from '../accounts/unread.ts';
import { useSession } from '../session/session.ts';
import { call } from '../../lib/api.ts';
import { whenIdle } from '../../lib/page.ts';

/** Marks a `shown` notice as read, unless nothing is unread or the inbox is disabled. */
export function useReadNotice(id: string, shown: boolean): void {
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
