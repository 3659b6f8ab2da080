import { KIND_WORDS, STEP_WORDS } from '@madang/contract/tickets/words';
import { GIVEN_STEPS, isOpen, mayFollow, WORD_MAX } from '@madang/contract/tickets/rules';
import type { OfficeTicket } from '@madang/contract/tickets/schema';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { copy, fillCopy } from '../../copy.ko.ts';
import { DateTime } from '../campus/campus-time.tsx';
import { Failure } from '../campus/failure.tsx';
import { useProblemText } from '../campus/problem-text.ts';
import { Screen } from '../campus/screen.tsx';
import { forEverybody } from '../session/session.ts';
import { StepDots, Steps } from './ticket-line.tsx';
import styles from './ticket.module.css';
import { ApiError, ask, isRefusal, peekSent } from '../../lib/api.ts';
import { useHydrated, useTakeOver } from '../../lib/page.ts';
import { useSearchParams } from '../../lib/router.tsx';
import { Button } from '../../components/button.tsx';
import { Skeleton, StateMessage } from '../../components/states.tsx';
import { TextField } from '../../components/field.tsx';

const officeQuery = (token: string) =>
  queryOptions({
    queryKey: ['office', token],
    ...ask('GET /api/office', { query: { token } }, (ticket): OfficeTicket => ticket),
    retry: false,
    enabled: token !== '',
    meta: forEverybody,
  });

const readSent = () => (import.meta.env.SSR ? peekSent() : null);

/** Target of an office's mailed link. Works server-rendered, and shows no student [TK-04]. */
export default function OfficeScreen() {
  const [query] = useSearchParams();
  const token = query.get('token') ?? '';
  const { data: ticket, error, refetch } = useQuery(officeQuery(token));
  const hydrated = useHydrated();
  const isSpent =
    token === '' ||
    // Without a script nothing loads later: data the server omitted is unavailable.
    (!hydrated && !ticket) ||
    isRefusal(error, 'token.spent', 'input.invalid') ||
    readSent()?.problem.code === 'token.spent';
  return (
    <Screen title={copy['office.title']} heading="shown">
      {isSpent ? (
        <StateMessage picture="search" text={copy['office.spent']} role="alert" />
      ) : ticket ? (
        <Ticket token={token} ticket={ticket} />
      ) : error ? (
        <Failure error={error} onRetry={refetch} />
      ) : (
        <Skeleton height="320px" />
      )}
    </Screen>
  );
}

function Ticket({ token, ticket }: { token: string; ticket: OfficeTicket }) {
  const { number, place, kind, text, pictures, step, openedAt, joined, steps } = ticket;
  return (
    <div className={styles.list}>
      <Outcome now={step} />
      <h2>
        {KIND_WORDS[kind]} #{number}
      </h2>
      <p>{place}</p>
      <div className={styles.row}>
        <StepDots step={step} />
        <span className={styles.note}>
          <DateTime instant={openedAt} /> · {fillCopy(copy['office.waiting'], { n: joined })}
        </span>
      </div>
      <p className="whitespace-pre-wrap">{text}</p>
      {pictures.map(({ image, width, height }, index) => (
        <img
          key={image}
          src={image}
          width={width}
          height={height}
          alt={fillCopy(copy['picture.preview'], { n: index + 1 })}
        />
      ))}
      {isOpen(step) ? <StepForm token={token} step={step} /> : <p>{copy['office.ended']}</p>}
      {steps.length > 0 ? <h2>{copy['office.past']}</h2> : null}
      <Steps steps={steps.toReversed()} />
    </div>
  );
}

/** Renders the result of a step, from the redirect's address or the form's answer. */
function Outcome({ now }: { now: OfficeTicket['step'] }) {
  const [query] = useSearchParams();
  const { describeError } = useProblemText();
  const problem = readSent()?.problem;
  const texts: Partial<Record<string, string>> = {
    'ticket.step': fillCopy(copy['office.now'], { step: STEP_WORDS[now] }),
    'input.invalid': copy['office.word.wrong'],
  };
  if (problem)
    return (
      <p className={styles.card} role="alert">
        {texts[problem.code] ?? describeError(new ApiError(problem))}
      </p>
    );
  return query.has('said') ? (
    <p className={styles.card}>{fillCopy(copy['office.said'], { step: STEP_WORDS[now] })}</p>
  ) : null;
}

/** Renders a form with a button per step, only later ones enabled: opening the link changes nothing. */
function StepForm({ token, step }: { token: string; step: OfficeTicket['step'] }) {
  const [word, setWord] = useState(() => String(readSent()?.values['word'] ?? ''));
  useTakeOver('field-word', word, setWord);
  return (
    <form className={styles.card} method="post" action={`/office?${new URLSearchParams({ token })}`}>
      <input type="hidden" name="token" value={token} />
      <TextField
        name="word"
        label={copy['operate.tickets.word']}
        note={copy['office.word.note']}
        value={word}
        required
        maxLength={WORD_MAX}
        onChange={setWord}
      />
      <div className={styles.choices}>
        {GIVEN_STEPS.map((next) => (
          <Button
            key={next}
            type="submit"
            look="plain"
            name="step"
            value={next}
            disabled={!mayFollow(step, next)}
          >
            {STEP_WORDS[next]}
          </Button>
        ))}
      </div>
    </form>
  );
}
