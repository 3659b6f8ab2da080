import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { hearSession } from '../parts/session/session-channel.ts';
import { endSession, forgetPrivateAnswers, sessionQuery, useSession } from '../parts/session/session.ts';
import { onRefusal } from '../platform/api.ts';

/** Keeps what this tab believes about the session in step with the server and the other tabs. */
export function SessionKeeper() {
  const client = useQueryClient();
  const userId = useSession().user?.id;
  const shownId = useRef(userId);
  useQuery(sessionQuery);

  useEffect(() => {
    if (shownId.current !== undefined && shownId.current !== userId) forgetPrivateAnswers(client);
    shownId.current = userId;
  }, [userId, client]);

  useEffect(
    () => onRefusal((refusal) => refusal.code === 'session.required' && endSession(client)),
    [client],
  );

  useEffect(
    () =>
      hearSession((news) => {
        if (news === 'signed-out') endSession(client, '/login');
        else void client.invalidateQueries({ queryKey: sessionQuery.queryKey });
      }),
    [client],
  );

  // A page that comes back out of the browser's own cache may be older than the session.
  useEffect(() => {
    const check = (event: PageTransitionEvent): void => {
      if (event.persisted) void client.invalidateQueries({ queryKey: sessionQuery.queryKey });
    };
    window.addEventListener('pageshow', check);
    return () => window.removeEventListener('pageshow', check);
  }, [client]);

  return null;
}
