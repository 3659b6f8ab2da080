import { useQuery } from '@tanstack/react-query';
import { copy } from '../../copy.ko.ts';
import { packQuery } from '../../parts/campus/campus-queries.ts';
import { Failure } from '../../parts/campus/failure.tsx';
import { Screen } from '../../parts/campus/screen.tsx';
import { writingRightQuery } from '../../parts/session/profile-queries.ts';
import { useUser } from '../../parts/session/session.ts';
import { useLocation } from '../../router/router.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { StateMessage } from '../../ui/state-message.tsx';
import { ReportForm } from './report-form.tsx';
import styles from './tickets.module.css';

/** Says what is broken, and where. */
export default function ReportScreen() {
  const { writingRight } = useUser();
  const pack = useQuery(packQuery);
  // The address may have been verified in another tab meanwhile: the answer then says so of the user.
  const right = useQuery({ ...writingRightQuery, enabled: !writingRight });
  const refused = !writingRight && right.data?.writingRight === false;
  const failed = [pack, right].find(({ data, error }) => error && !data);
  return (
    <Screen title={copy['ticket.report']} heading="shown">
      {refused ? (
        <Refused />
      ) : failed ? (
        <Failure error={failed.error} onRetry={failed.refetch} />
      ) : pack.data && writingRight ? (
        <ReportForm pack={pack.data} />
      ) : (
        <div className={styles.waiting} role="status" aria-label={copy['state.loading']}>
          <Skeleton height="52px" />
          <Skeleton height="52px" />
          <Skeleton height="300px" />
        </div>
      )}
    </Screen>
  );
}

/** Only students whose address is known may report: says why, and leads there. */
function Refused() {
  const { emailVerified } = useUser();
  const { pathname, search } = useLocation();
  const next = new URLSearchParams({ next: `${pathname}${search}` });
  return (
    <StateMessage picture="posts" text={copy['ticket.verify']}>
      {emailVerified ? (
        <ButtonLink look="plain" to="/mypage/viewprofile/changeEmail">
          {copy['ticket.verify.change']}
        </ButtonLink>
      ) : (
        <ButtonLink look="plain" to={`/verify?${next}`}>
          {copy['verify.heading']}
        </ButtonLink>
      )}
    </StateMessage>
  );
}
