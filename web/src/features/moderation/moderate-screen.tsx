import { useQuery } from '@tanstack/react-query';
import { copy } from '../../copy.ko.ts';
import { Failure } from '../../parts/campus/failure.tsx';
import { Screen } from '../../parts/campus/screen.tsx';
import { ask, isRefusal } from '../../platform/api.ts';
import { Navigate } from '../../router/router.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ConfirmPassword } from './confirm-password.tsx';
import { queueQuery } from './queue-queries.ts';
import { Queue } from './queue.tsx';

/** Asked anew: the role may have been given or taken since the session began on this device. */
const roleQuery = { queryKey: ['role'], ...ask('GET /api/session', undefined), staleTime: 0 };

/** The cases that wait for a decision. Without a role it is an unknown address [MO-08]. */
export default function ModerateScreen() {
  const role = useQuery(roleQuery);
  const isStaff = Boolean(role.data?.role);
  const queue = useQuery({ ...queueQuery, enabled: isStaff, retry: false });
  if (role.isFetchedAfterMount && role.data && !isStaff) return <Navigate to="/" replace />;
  const error = role.error ?? queue.error;
  const asked = isRefusal(error, 'confirmation.required');
  return (
    <Screen title={copy['moderate.title']} heading="shown">
      {asked ? <ConfirmPassword onDone={queue.refetch} /> : null}
      {queue.data ? (
        // Stays where it is while the password is asked for: what was typed is still there.
        <div hidden={asked}>
          <Queue answer={queue.data} onRefetch={queue.refetch} />
        </div>
      ) : asked ? null : error ? (
        <Failure error={error} onRetry={role.error ? role.refetch : queue.refetch} />
      ) : (
        <Skeleton width="100%" height="240px" />
      )}
    </Screen>
  );
}
