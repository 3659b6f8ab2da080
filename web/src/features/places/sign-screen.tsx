import { CODE_ANSWERS, CODE_REPORTS, type CodeAnswer, readCode } from '@madang/contract/places/crowd';
import { hoursOfBuilding, openState } from '@madang/contract/places/open-hours';
import { USER_FIELD, USER_FORM } from '@madang/contract/user-header';
import type { Problem } from '@madang/contract/errors';
import { loginPath } from '@madang/contract/paths';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { copy, fillCopy } from '../../copy.ko.ts';
import { useCampusClock } from '../campus/campus-time.tsx';
import { Failure } from '../campus/failure.tsx';
import { describeWait, useProblemText } from '../campus/problem-text.ts';
import { Screen } from '../campus/screen.tsx';
import { crowdTexts, stateText } from './place-texts.ts';
import { Heard } from './voice-strip.tsx';
import { forEverybody, useSession } from '../session/session.ts';
import { ApiError, ask, type Output, peekSent } from '../../lib/api.ts';
import { useHydrated } from '../../lib/page.ts';
import { useLocation, useParams } from '../../lib/router.tsx';
import { Button, ButtonLink } from '../../components/button.tsx';
import { Skeleton, StateMessage } from '../../components/states.tsx';
import styles from './sign.module.css';

type Sign = NonNullable<Output<'GET /api/codes/{code}'>['sign']>;

const signQuery = (code: string) =>
  queryOptions({
    queryKey: ['sign', code],
    ...ask('GET /api/codes/{code}', { path: { code } }, ({ sign }) => sign),
    meta: forEverybody,
  });

const answerTexts: Record<CodeAnswer, string> = {
  ...crowdTexts,
  quiet: copy['voice.quiet'],
  there: copy['sign.there'],
};

/** Target of a printed code. Works server-rendered: its buttons submit a form [PL-11]. */
export default function SignScreen() {
  const { code = '' } = useParams();
  const isCode = readCode(code) !== null;
  const { data: sign, error, refetch } = useQuery({ ...signQuery(code), enabled: isCode });
  const isNone = !isCode || sign === null;
  const place = sign ? sign.spot || sign.building.name : copy['operate.codes'];
  return (
    <Screen title={fillCopy(copy['sign.title'], { place })} heading={sign ? 'shown' : 'hidden'}>
      {error && !sign ? <Failure error={error} onRetry={refetch} /> : null}
      {isNone ? (
        <StateMessage picture="search" text={copy['sign.unknown']}>
          <ButtonLink look="plain" to="/map">
            {copy['sign.map']}
          </ButtonLink>
        </StateMessage>
      ) : null}
      {!isNone && !error && !sign ? <Skeleton height="320px" /> : null}
      {sign ? <Place code={code} sign={sign} /> : null}
    </Screen>
  );
}

function Place({ code, sign }: { code: string; sign: Sign }) {
  const { building, spot, replaced, muted, voices, hours } = sign;
  const state = openState(hoursOfBuilding(hours, building.id), useCampusClock());
  return (
    <div className={`flex-col gap-3 px-margin text-soft pb-8 ${styles.sign}`}>
      {spot ? <p>{building.name}</p> : null}
      {muted || replaced ? null : (
        <p className={styles.heard}>
          <Heard {...voices} />
        </p>
      )}
      {state ? <p>{stateText(state)}</p> : null}
      <Outcome />
      {replaced ? (
        <>
          <p className={styles.note}>{copy['sign.replaced']}</p>
          <ButtonLink to={`/building/${building.id}`}>
            {fillCopy(copy['sign.building'], { name: building.name })}
          </ButtonLink>
        </>
      ) : (
        <Answers code={code} sign={sign} />
      )}
    </div>
  );
}

/** Renders the report's result, from the redirect's address or the form's answer. */
function Outcome() {
  const said = new URLSearchParams(useLocation().search).get('said');
  const answer = CODE_ANSWERS.find((one) => one === said);
  const { describeError } = useProblemText();
  const sent = import.meta.env.SSR ? peekSent() : null;
  if (sent)
    return (
      <p className={styles.note} role="alert">
        {describeRefusal(sent.problem) ?? describeError(new ApiError(sent.problem))}
      </p>
    );
  return answer ? (
    <p className={`font-bold ${styles.done}`}>
      {fillCopy(copy['sign.said'], { answer: answerTexts[answer] })}
    </p>
  ) : null;
}

function describeRefusal({ code, retryAfter }: Problem): string | null {
  if (code === 'place.muted') return copy['sign.muted'];
  if (code === 'code.replaced') return copy['sign.replaced'];
  if (code !== 'limit.reached' || retryAfter === undefined) return null;
  return fillCopy(copy['sign.full'], { wait: describeWait(retryAfter) });
}

function Answers({ code, sign: { building, spot, amenityId, muted } }: { code: string; sign: Sign }) {
  const { user } = useSession();
  const hydrated = useHydrated();
  const here = `/at/${code}`;
  if (!user) return <ButtonLink to={loginPath(here)}>{copy['sign.login']}</ButtonLink>;
  if (!user.emailVerified)
    return (
      <>
        <p className={styles.note}>{copy['sign.verify']}</p>
        <ButtonLink to={`/verify?${new URLSearchParams({ next: here })}`}>
          {copy['verify.heading']}
        </ButtonLink>
      </>
    );
  // An amenity has a known place.
  const broken = { building: building.id, ...(amenityId === null ? { spot } : { amenity: amenityId }) };
  const answers = [...(muted ? [] : CODE_REPORTS), ...(amenityId === null ? [] : (['there'] as const))];
  return (
    <>
      {muted ? <p className={styles.note}>{copy['sign.muted']}</p> : <h2>{copy['sign.ask']}</h2>}
      <form id={USER_FORM} className={styles.answers} method="post" action={here}>
        {hydrated ? <input type="hidden" name={USER_FIELD} value={user.id} /> : null}
        {answers.map((answer) => (
          <Button key={answer} type="submit" look="plain" name="answer" value={answer}>
            {answerTexts[answer]}
          </Button>
        ))}
      </form>
      <ButtonLink look="quiet" to={`/tickets/new?${new URLSearchParams(broken)}`}>
        {copy['sign.broken']}
      </ButtonLink>
    </>
  );
}
