import { useQuery } from '@tanstack/react-query';
import { copy } from '../../copy.ko.ts';
import { packQuery } from '../campus/campus-queries.ts';
import { Failure } from '../campus/failure.tsx';
import { Screen } from '../campus/screen.tsx';
import { writingRightQuery } from '../session/profile-queries.ts';
import { useUser } from '../session/session.ts';
import { useLocation } from '../../lib/router.tsx';
import { ButtonLink } from '../../components/button.tsx';
import { Skeleton, StateMessage } from '../../components/states.tsx';
import { lazyModule, useModule } from '../../lib/use-module.ts';

const form = lazyModule(() => import('./report-form.tsx'));

/** Renders the report form for verified students; leads others to the verification. */
export default function ReportScreen() {
  const { writingRight, emailVerified } = useUser();
  const { pathname, search } = useLocation();
  const pack = useQuery(packQuery);
  // The address may have been verified in another tab: the answer then updates the user.
  const right = useQuery({ ...writingRightQuery, enabled: !writingRight });
  const late = useModule(form);
  const failed = [pack, right].find(({ data, error }) => error && !data);
  const toVerify = `/verify?${new URLSearchParams({ next: `${pathname}${search}` })}`;
  return (
    <Screen title={copy['ticket.report']} heading="shown">
      {failed ? (
        <Failure error={failed.error} onRetry={failed.refetch} />
      ) : late && pack.data && writingRight ? (
        <late.ReportForm pack={pack.data} />
      ) : right.data?.writingRight === false ? (
        <StateMessage picture="posts" text={copy['ticket.verify']}>
          <ButtonLink look="plain" to={emailVerified ? '/mypage/viewprofile/changeEmail' : toVerify}>
            {emailVerified ? copy['verify.change'] : copy['verify.heading']}
          </ButtonLink>
        </StateMessage>
      ) : (
        <Skeleton height="320px" />
      )}
    </Screen>
  );
}
