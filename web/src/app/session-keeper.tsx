import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { storeEmail } from '../features/session/last-email.ts';
import { hearSession } from '../features/session/session-channel.ts';
import {
  endSession,
  leaveSession,
  privateAnswers,
  sessionQuery,
  useSession,
} from '../features/session/session.ts';
import { onRefusal } from '../lib/api.ts';
import { useOtherUser } from './other-user.tsx';

/** Synchronizes this tab's session with the server and the other tabs. */
export function SessionKeeper() {
  const client = useQueryClient();
  const { user } = useSession();
  const userId = user?.id;
  const email = user?.email;
  const shownId = useRef(userId);
  useOtherUser();

  useEffect(() => {
    if (shownId.current !== undefined && shownId.current !== userId) client.removeQueries(privateAnswers);
    shownId.current = userId;
  }, [userId, client]);

  useEffect(() => {
    if (email) storeEmail(email);
  }, [email]);

  useEffect(
    () => onRefusal((refusal) => refusal.code === 'session.required' && endSession(client)),
    [client],
  );

  useEffect(
    () =>
      hearSession((news) => {
        if (news === 'signed-out') leaveSession(client, '/login', true);
        else void client.invalidateQueries(sessionQuery);
      }),
    [client],
  );

  // A page from the back/forward cache may be older than the session.
  useEffect(() => {
    const check = (event: PageTransitionEvent): void => {
      if (event.persisted) void client.invalidateQueries(sessionQuery);
    };
    window.addEventListener('pageshow', check);
    return () => window.removeEventListener('pageshow', check);
  }, [client]);

  return null;
}
