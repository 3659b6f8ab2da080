import { GIVEN_STEPS, isOpen, mayFollow, WORD_MAX } from '@madang/contract/tickets/rules';
import type { OfficeTicket } from '@madang/contract/tickets/schema';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { copy, fillCopy } from '../../copy.ko.ts';
import { DateTime } from '../../parts/campus/campus-time.tsx';
import { Failure } from '../../parts/campus/failure.tsx';
import { useProblemText } from '../../parts/campus/problem-text.ts';
import { Screen } from '../../parts/campus/screen.tsx';
import { forEverybody } from '../../parts/session/session.ts';
import { StepDots } from '../../parts/tickets/ticket-line.tsx';
import { kindTexts, stepTexts } from '../../parts/tickets/ticket-texts.ts';
import { ApiError, ask, isRefusal } from '../../platform/api.ts';
import { peekSent } from '../../platform/given-answers.ts';
import { useSearchParams } from '../../router/router.tsx';
import { Button } from '../../ui/button.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { StateMessage } from '../../ui/state-message.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useTakeOver } from '../../ui/use-take-over.ts';
import styles from './office.module.css';

const officeQuery = (token: string) =>
  queryOptions({
    queryKey: ['office', token],
    ...ask('GET /api/office', { query: { token } }, (ticket): OfficeTicket => ticket),
    staleTime: 0,
    retry: false,
    meta: forEverybody,
  });

const isSpent = (error: unknown): boolean => isRefusal(error, 'token.spent', 'input.invalid');

/** Where the link of an office's mail leads. It works as the server drew it: its buttons send a form. No student is seen [TK-04]. */
export default function OfficeScreen() {
  const [query] = useSearchParams();
  const token = query.get('token') ?? '';
  const { data: ticket, error, refetch } = useQuery({ ...officeQuery(token), enabled: token !== '' });
  const spent = <StateMessage picture="search" text={copy['office.spent']} />;
  return (
    <Screen title={copy['office.title']} heading="shown">
      {token === '' || isSpent(error) ? (
        spent
      ) : ticket ? (
        <Ticket token={token} ticket={ticket} />
      ) : error ? (
        <Failure error={error} onRetry={refetch} />
      ) : (
        <>
          {/* Without a script nothing follows: what the server did not bring is not to be had. */}
          <noscript>{import.meta.env.SSR ? copy['office.spent'] : null}</noscript>
          <Skeleton height="320px" />
        </>
      )}
    </Screen>
  );
}

function Ticket({ token, ticket }: { token: string; ticket: OfficeTicket }) {
  const { number, place, kind, text, pictures, step, openedAt, joined, steps } = ticket;
  const facts = [
    [copy['office.place'], place],
    [copy['office.kind'], kindTexts[kind]],
    [copy['office.opened'], <DateTime key="opened" instant={openedAt} />],
    [copy['office.waiting'], fillCopy(copy['office.waiting.count'], { n: joined })],
    [copy['office.step'], <StepDots key="step" step={step} />],
  ] as const;
  return (
    <div className={styles.office}>
      <Outcome ticket={ticket} />
      <h2>{fillCopy(copy['office.number'], { n: number })}</h2>
      <dl className={styles.facts}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p className={styles.text}>{text}</p>
      {pictures.map(({ image, width, height }, place) => (
        <img
          key={image}
          className={styles.picture}
          src={image}
          width={width}
          height={height}
          alt={fillCopy(copy['office.picture'], { n: place + 1 })}
        />
      ))}
      {isOpen(step) ? (
        <Steps token={token} step={step} />
      ) : (
        <p className={styles.note}>{copy['office.ended']}</p>
      )}
      <h2>{copy['office.past']}</h2>
      <ol>
        {steps.toReversed().map((past) => (
          <li key={past.at}>
            <b>{stepTexts[past.step]}</b> · <DateTime instant={past.at} />
            {past.word ? <p>{past.word}</p> : null}
          </li>
        ))}
      </ol>
    </div>
  );
}

/** What became of a step: by the address that it led to, or on the page that answers the form. */
function Outcome({ ticket }: { ticket: OfficeTicket }) {
  const [query] = useSearchParams();
  const said = GIVEN_STEPS.find((one) => one === query.get('said'));
  const { describeError } = useProblemText();
  const sent = import.meta.env.SSR ? peekSent() : null;
  if (sent) {
    const texts: Partial<Record<string, string>> = {
      'ticket.step': fillCopy(copy['office.now'], { step: stepTexts[ticket.step] }),
      'input.invalid': copy['office.word.wrong'],
      'token.spent': copy['office.spent'],
    };
    return (
      <p className={styles.note} role="alert">
        {texts[sent.problem.code] ?? describeError(new ApiError(sent.problem))}
      </p>
    );
  }
  return said ? (
    <p className={styles.note}>{fillCopy(copy['office.said'], { step: stepTexts[said] })}</p>
  ) : null;
}

/** The steps that may follow, each a button of one form: what follows a link moves nothing. */
function Steps({ token, step }: { token: string; step: OfficeTicket['step'] }) {
  const sent = import.meta.env.SSR ? peekSent() : null;
  const [word, setWord] = useState(String(sent?.values['word'] ?? ''));
  useTakeOver('field-word', word, setWord);
  return (
    <form
      className={styles.steps}
      method="post"
      action={`/office?${new URLSearchParams({ token })}`}
      aria-label={copy['office.buttons']}
    >
      <input type="hidden" name="token" value={token} />
      <TextField
        name="word"
        label={copy['office.word']}
        note={copy['office.word.note']}
        value={word}
        required
        maxLength={WORD_MAX}
        autoComplete="off"
        onChange={setWord}
      />
      <div className={styles.buttons}>
        {GIVEN_STEPS.map((next) => (
          <Button
            key={next}
            type="submit"
            look="plain"
            name="step"
            value={next}
            disabled={!mayFollow(step, next)}
          >
            {stepTexts[next]}
          </Button>
        ))}
      </div>
    </form>
  );
}
