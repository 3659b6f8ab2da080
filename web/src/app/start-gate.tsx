import type { Campus } from '@madang/contract/campus/schema';
import { setUtcOffset } from '@madang/contract/time/rules';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef } from 'react';
import { copy } from '../copy.ko.ts';
import { showEdition } from '../edition.ts';
import { CampusContext } from '../features/campus/campus-context.ts';
import { campusQuery } from '../features/campus/campus-queries.ts';
import { Failure } from '../features/campus/failure.tsx';
import { storeEmail } from '../features/session/user-storage.ts';
import {
  endSession,
  hearSession,
  isOtherUser,
  leaveSession,
  privateAnswers,
  sessionQuery,
  useSession,
} from '../features/session/session.ts';
import { onRefusal } from '../lib/api.ts';
import { tryStorage } from '../lib/drafts.ts';
import { useAway } from '../lib/online.ts';
import { showToast } from '../lib/toast-store.ts';
import { lazyModule, useModule } from '../lib/use-module.ts';
import styles from './frame.module.css';

/** Waits for the two answers that every screen needs: the session and the campus. */
export function StartGate({ children }: { children: ReactNode }) {
  const session = useQuery(sessionQuery);
  const campus = useQuery(campusQuery);
  // Before any text is rendered.
  showEdition(campus.data?.edition === 'official');
  if (campus.data) setUtcOffset(campus.data.timeZone, campus.data.utcOffset);
  if (session.data && isOtherUser(session.data)) return <OtherUser />;
  if (campus.data && session.data) return <CampusContext value={campus.data}>{children}</CampusContext>;

  const failed = [session, campus].filter((query) => query.isError);
  return (
    <div className={styles.frame}>
      {failed.length > 0 ? (
        <>
          <AwayLine campus={campus.data} />
          <Failure error={failed[0]?.error} onRetry={() => failed.forEach((query) => void query.refetch())} />
        </>
      ) : (
        <div className={styles.header} />
      )}
    </div>
  );
}

/** Offline cache, loaded after the first screen, as nothing reads it before. */
export const device = lazyModule(() => import('./offline/device.ts'));

/** Renders why the server is unreachable; its texts load lazily. */
export function AwayLine({ campus }: { campus: Campus | undefined }) {
  const away = useAway();
  const late = useModule(device, away !== null);
  if (!away || !campus) return null;
  return (
    <p
      className={`pad-2 flex-none text-soft text-note bg-surface-strong text-center ${styles.offline}`}
      role="status"
    >
      {late ? <late.AwayText away={away} campus={campus} /> : copy['state.offline']}
    </p>
  );
}

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

/** sessionStorage key: a write was refused before the reload. */
const REFUSED = 'other-user-refused';
let refused = false;

/** Returns whether the previous page noted a refused write, and removes the note. */
function takeRefused(): boolean {
  const found = tryStorage(() => sessionStorage.getItem(REFUSED)) ?? null;
  tryStorage(() => sessionStorage.removeItem(REFUSED));
  return found !== null;
}

/** Refetches the session after a write refused for another user; the reloaded page shows why. */
function useOtherUser(): void {
  const client = useQueryClient();
  useEffect(() => {
    if (takeRefused()) showToast(copy['error.otherUser']);
    return onRefusal(({ code }) => {
      if (code !== 'session.otherUser') return;
      refused = true;
      void client.invalidateQueries(sessionQuery);
    });
  }, [client]);
}

/** Reloads the page for another user; the previous user's text stays as their draft. */
function OtherUser() {
  const { leaveTo } = useSession();
  useEffect(() => {
    if (refused) tryStorage(() => sessionStorage.setItem(REFUSED, ''));
    if (leaveTo === undefined) window.location.reload();
    else window.location.replace(leaveTo);
  }, [leaveTo]);
  return (
    <div className={styles.frame}>
      <div className={styles.header} />
    </div>
  );
}
