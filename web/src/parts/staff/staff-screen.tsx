import { type QueryKey, useQuery, type UseQueryOptions } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ask, isRefusal } from '../../platform/api.ts';
import { Navigate } from '../../router/router.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { lateModule, useModule } from '../../ui/use-module.ts';
import { Failure } from '../campus/failure.tsx';
import { Screen } from '../campus/screen.tsx';
import styles from './staff.module.css';

/** Asked again: the role may have been given or taken since the session began on this device. */
const roleQuery = { queryKey: ['role'], ...ask('GET /api/session', undefined), staleTime: 0 };

const confirmation = lateModule(() => import('./confirmation.ts'));

interface StaffScreenProps<Data, Key extends QueryKey> {
  title: string;
  /** Operators alone; else anyone who has a role. */
  operator?: boolean;
  /** What the screen is about. A write that is refused for the password asks it again, and so for the password. */
  query: UseQueryOptions<Data, Error, Data, Key>;
  /** On a laptop: its parts side by side, or a wide frame in which it lays them out itself. Else the column of a phone. */
  wide?: 'columns' | 'own';
  children: (data: Data, refetch: () => Promise<unknown>) => ReactNode;
}

/** A screen of anyone who has a role: an unknown address to everybody else, and it asks for the password again [MO-08]. */
export function StaffScreen<Data, Key extends QueryKey>({
  title,
  operator = false,
  query,
  wide,
  children,
}: StaffScreenProps<Data, Key>) {
  const role = useQuery(roleQuery);
  const late = useModule(confirmation);
  const held = role.data?.role;
  const allowed = operator ? held?.operator === true : Boolean(held);
  const answer = useQuery({ ...query, enabled: allowed, retry: false });
  if (role.isFetchedAfterMount && role.data && !allowed) return <Navigate to="/" replace />;
  const error = role.error ?? answer.error;
  const asked = isRefusal(error, 'confirmation.required');
  return (
    <Screen title={title} heading="shown">
      {asked && late ? <late.ConfirmPassword onDone={answer.refetch} /> : null}
      {answer.data !== undefined ? (
        // Stays where it is while the password is asked for: what was typed is still there.
        <div hidden={asked} className={wide ? styles.wide : undefined}>
          <div className={wide === 'columns' ? styles.columns : undefined}>
            {children(answer.data, answer.refetch)}
          </div>
          {late ? <late.ChangePasskey onAsked={answer.refetch} /> : null}
        </div>
      ) : asked ? null : error ? (
        <Failure error={error} onRetry={role.error ? role.refetch : answer.refetch} />
      ) : (
        <Skeleton width="100%" height="240px" />
      )}
    </Screen>
  );
}
