import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { showEdition } from '../edition.ts';
import { CampusContext } from '../features/campus/campus-context.ts';
import { campusQuery } from '../features/campus/campus-queries.ts';
import { Failure } from '../features/campus/failure.tsx';
import { isOtherUser, sessionQuery } from '../features/session/session.ts';
import { AwayLine } from './away-line.tsx';
import styles from './frame.module.css';
import { OtherUser } from './other-user.tsx';

/** Waits for the two answers that every screen needs: the session and the campus. */
export function StartGate({ children }: { children: ReactNode }) {
  const session = useQuery(sessionQuery);
  const campus = useQuery(campusQuery);
  // Before any text is rendered.
  showEdition(campus.data?.edition === 'official');
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
