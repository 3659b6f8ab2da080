import { type QueryKey, useQuery, type UseQueryOptions } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ask, isRefusal } from '../../lib/api.ts';
import { Navigate } from '../../lib/router.tsx';
import { Skeleton } from '../../components/states.tsx';
import { lazyModule, useModule } from '../../lib/use-module.ts';
import { Failure } from '../campus/failure.tsx';
import { Screen } from '../campus/screen.tsx';
import styles from './staff.module.css';

/** Refetched: the role may have changed since the session began on this device. */
const roleQuery = { queryKey: ['role'], ...ask('GET /api/session', undefined), staleTime: 0 };

const confirmation = lazyModule(() => import('./confirmation.ts'));

interface StaffScreenProps<Data, Key extends QueryKey> {
  title: string;
  /** True for operators only; otherwise any role. */
  operator?: boolean;
  /** Query of the screen's data, refetched if a write needs the password, to ask for it. */
  query: UseQueryOptions<Data, Error, Data, Key>;
  /** Laptop layout: side-by-side parts, or a wide frame with its own layout; default: a phone's column. */
  wide?: 'columns' | 'own';
  children: (data: Data, refetch: () => Promise<unknown>) => ReactNode;
}

/** Renders a screen for users with a role, after a password check [MO-08]; others get an unknown address. */
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
        // Stays mounted while the password is asked for, so that typed text is kept.
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
