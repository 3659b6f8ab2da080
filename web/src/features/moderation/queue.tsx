import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ChevronDown, ChevronUp } from 'lucide';
import { useEffect, useRef, useState } from 'react';
import { copy, fillCopy } from '../../copy.ko.ts';
import { Failure } from '../campus/failure.tsx';
import type { Output } from '../../lib/api.ts';
import { Icon, IconButton } from '../../components/button.tsx';
import { Skeleton, StateMessage } from '../../components/states.tsx';
import { CaseContext } from './case-context.tsx';
import { DecisionForm } from './decision-form.tsx';
import styles from './moderate.module.css';
import { caseQuery } from './queue-queries.ts';
import { useKeys } from './use-keys.ts';

/** Milliseconds after a decision in which a repeated key or press is ignored. */
const PAUSE = 700;

interface QueueProps {
  answer: Output<'GET /api/moderation/cases'>;
  /** Refetches the queue. */
  onRefetch: () => unknown;
}

/** Returns the position among the cases; prefetches the next one. */
function usePlace(cases: readonly { id: string }[]) {
  const client = useQueryClient();
  const [at, setAt] = useState(0);
  const place = Math.min(at, Math.max(0, cases.length - 1));
  const following = cases[place + 1];
  useEffect(() => {
    if (following) void client.prefetchQuery(caseQuery(following.id));
  }, [client, following]);

  const step = (by: number): void => setAt(Math.min(cases.length - 1, Math.max(0, place + by)));
  useKeys(({ key }) => {
    if (key === 'j') step(1);
    if (key === 'k') step(-1);
  });
  return { place, step };
}

/** Renders one case at a time, controlled by taps or keys [MO-06]. */
export function Queue({ answer, onRefetch }: QueueProps) {
  /** Cases decided here that the answer may still contain. */
  const [decided, setDecided] = useState<ReadonlySet<string>>(new Set());
  const pausedUntil = useRef(0);
  /** Typed text per case, kept across cases and after a failed decision. */
  const [typed] = useState(() => new Map<string, string>());
  const cases = answer.cases.filter(({ id }) => !decided.has(id));
  const { place, step } = usePlace(cases);
  const current = cases[place];

  function mark(id: string, isDecided: boolean): void {
    setDecided((known) => {
      const next = new Set(known);
      if (isDecided) next.add(id);
      else next.delete(id);
      return next;
    });
  }

  if (!current) return <StateMessage picture="posts" text={copy['moderate.empty']} />;
  const count = answer.nextCursor ? copy['moderate.waiting.more'] : copy['moderate.waiting'];
  return (
    <div className={styles.queue}>
      <div className={styles.bar}>
        <p aria-live="polite">{fillCopy(count, { n: cases.length })}</p>
        <IconButton label={copy['moderate.previous']} disabled={place === 0} onClick={() => step(-1)}>
          <Icon of={ChevronUp} />
        </IconButton>
        <IconButton
          label={copy['moderate.next']}
          disabled={place === cases.length - 1}
          onClick={() => step(1)}
        >
          <Icon of={ChevronDown} />
        </IconButton>
      </div>
      <Case
        key={current.id}
        id={current.id}
        texts={answer.texts}
        typed={typed}
        isPaused={() => Date.now() < pausedUntil.current}
        onDecided={(isDecided) => {
          if (isDecided) pausedUntil.current = Date.now() + PAUSE;
          mark(current.id, isDecided);
          // Few cases are left: fetches new ones.
          if (isDecided && cases.length < 5) void onRefetch();
        }}
        onLost={onRefetch}
      />
      <p className={styles.keys}>{copy['moderate.keys']}</p>
    </div>
  );
}

interface CaseProps {
  id: string;
  texts: QueueProps['answer']['texts'];
  typed: Map<string, string>;
  /** True shortly after another decision. */
  isPaused: () => boolean;
  /** Called immediately, so that the next case follows; false if the decision failed. */
  onDecided: (isDecided: boolean) => void;
  /** Called if the case has changed or was decided elsewhere. */
  onLost: () => unknown;
}

function Case({ id, ...rest }: CaseProps) {
  const { data, error, refetch } = useQuery(caseQuery(id));
  if (error && !data) return <Failure error={error} onRetry={refetch} />;
  if (!data) return <Skeleton width="100%" height="240px" />;
  return (
    <>
      <CaseContext detail={data} />
      <DecisionForm detail={data} {...rest} />
    </>
  );
}
