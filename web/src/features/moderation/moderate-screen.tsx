import { type CaseGround, mainReason } from '@madang/contract/moderation/rules';
import type { CaseDetail } from '@madang/contract/moderation/staff-schema';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { ChevronDown, ChevronUp } from 'lucide';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { Button, Icon, IconButton } from '../../components/button.tsx';
import { SelectField, TextArea } from '../../components/field.tsx';
import { Skeleton, StateMessage } from '../../components/states.tsx';
import { copy, fillCopy } from '../../copy.ko.ts';
import { ask, call, type Input, isRefusal, type Output } from '../../lib/api.ts';
import { showToast } from '../../lib/toast-store.ts';
import { Failure } from '../campus/failure.tsx';
import { useProblemText } from '../campus/problem-text.ts';
import { CaseContext } from './case-context.tsx';
import styles from './moderate.module.css';
import { groundChoices } from './moderation-texts.ts';
import { describeDecisionText, offerUndo, StaffScreen } from './staff.tsx';

/** Lists the cases that wait for a decision [MO-06]. */
export default function ModerateScreen() {
  return (
    <StaffScreen title={copy['moderate.title']} query={queueQuery} wide="own">
      {(answer, refetch) => <Queue answer={answer} onRefetch={refetch} />}
    </StaffScreen>
  );
}

/** Milliseconds after a decision in which a repeated key or press is ignored. */
const PAUSE = 700;

interface QueueProps {
  answer: Output<'GET /api/moderation/cases'>;
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
function Queue({ answer, onRefetch }: QueueProps) {
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
      <div className={`row px-margin text-soft text-note tabular-nums ${styles.bar}`}>
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
      <p className={`pad-4 text-soft text-note ${styles.keys}`}>{copy['moderate.keys']}</p>
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

type Decision = Input<'POST /api/moderation/cases/{id}/decision'>['body'];

const SUSPENDED_DAYS = 7;
const WARNED_DAYS = 30;

/** The four decisions, in the order of their keys. */
const decisions: readonly {
  label: string;
  outcome: Decision['outcome'];
  sanction: Decision['sanction'];
}[] = [
  { label: copy['moderate.uphold'], outcome: 'upheld', sanction: null },
  { label: copy['moderate.restore'], outcome: 'restored', sanction: null },
  { label: copy['moderate.warn'], outcome: 'upheld', sanction: { kind: 'warning', days: WARNED_DAYS } },
  {
    label: fillCopy(copy['moderate.suspend'], { n: SUSPENDED_DAYS }),
    outcome: 'upheld',
    sanction: { kind: 'noBoard', days: SUSPENDED_DAYS },
  },
];

const obstacles = {
  own: copy['moderate.obstacle.own'],
  reported: copy['moderate.obstacle.reported'],
  decided: copy['moderate.obstacle.decided'],
};

interface DecideOptions {
  detail: CaseDetail;
  /** True shortly after another decision. */
  isPaused: () => boolean;
  onDecided: (isDecided: boolean) => void;
  onLost: () => unknown;
}

interface DecisionFormProps extends DecideOptions {
  /** Default texts of the campus. */
  texts: Partial<Record<CaseGround | 'restored', string>>;
  /** Typed texts by case. */
  typed: Map<string, string>;
}

/** Returns a function that decides the case once. */
function useDecide({ detail: { card }, isPaused, onDecided, onLost }: DecideOptions) {
  const client = useQueryClient();
  const { describeError } = useProblemText();
  const sent = useRef(false);

  async function decide(decision: Omit<Decision, 'revision'>): Promise<void> {
    if (sent.current || card.obstacle || isPaused()) return;
    const problem = describeDecisionText(decision.text);
    if (problem) return showToast(problem);
    sent.current = true;
    // Shows the next case immediately; a failed decision brings this one back.
    onDecided(true);
    try {
      const { revision } = await call('POST /api/moderation/cases/{id}/decision', {
        path: { id: card.id },
        body: { revision: card.revision, ...decision },
      });
      offerUndo({ caseId: card.id, revision }, describeError, bringBack);
    } catch (error) {
      if (isRefusal(error, 'case.outdated', 'resource.missing')) showToast(copy['moderate.outdated']);
      else if (isRefusal(error, 'role.insufficient', 'case.own', 'case.other'))
        showToast(copy['moderate.role']);
      // The screen asks for the password.
      else if (!isRefusal(error, 'confirmation.required')) showToast(describeError(error));
      await bringBack();
    }
  }

  /** If the case still waits, it is shown in its current state. */
  async function bringBack(): Promise<void> {
    client.removeQueries(caseQuery(card.id));
    await onLost();
    onDecided(false);
  }

  return decide;
}

/** Returns the ground it was hidden for, or the most reported one. */
function firstGround({ card, reasons }: CaseDetail): CaseGround {
  if (card.ground) return card.ground;
  if (reasons.length === 0 && card.requests > 0) return 'rights';
  return mainReason(reasons.flatMap(({ reason, reporters }) => Array(reporters).fill({ reason })));
}

/** Renders a ground, the text for the author, and four buttons. */
function DecisionForm({ texts, typed, ...options }: DecisionFormProps) {
  const { card } = options.detail;
  const [ground, setGround] = useState(() => firstGround(options.detail));
  /** Undefined until typed: the campus text is sent then. */
  const [own, setOwn] = useState(() => typed.get(card.id));
  const decide = useDecide(options);
  const textOf = (outcome: Decision['outcome']): string =>
    own ?? texts[outcome === 'restored' ? 'restored' : ground] ?? '';

  function choose(place: number): void {
    const chosen = decisions[place];
    if (!chosen) return;
    const { outcome, sanction } = chosen;
    void decide({ outcome, ground, text: textOf(outcome), sanction });
  }

  useKeys(({ key, repeat }) => {
    if (!repeat) choose(Number(key) - 1);
  });

  if (card.obstacle)
    return <p className={`pad-4 text-soft ${styles.obstacle}`}>{obstacles[card.obstacle]}</p>;
  return (
    <div className={`flex-col gap-4 px-margin pb-6 ${styles.decision}`}>
      <SelectField
        name="ground"
        label={copy['moderate.ground']}
        choices={groundChoices}
        value={ground}
        onChange={setGround}
      />
      <TextArea
        name="decision"
        label={card.requests > 0 ? copy['moderate.rights.text'] : copy['moderate.text']}
        rows={3}
        value={textOf('upheld')}
        onChange={(text) => {
          typed.set(card.id, text);
          setOwn(text);
        }}
      />
      <div className={styles.buttons}>
        {decisions.map(({ label }, place) => (
          <Button key={label} look={place === 0 ? 'main' : 'plain'} onClick={() => choose(place)}>
            {label} <kbd aria-hidden>{place + 1}</kbd>
          </Button>
        ))}
      </div>
    </div>
  );
}

/** First page of open cases, by due time. Decided cases leave it. */
const queueQuery = queryOptions({
  queryKey: ['moderation', 'queue'],
  ...ask('GET /api/moderation/cases', { query: {} }),
});

function caseQuery(id: string) {
  return queryOptions({
    queryKey: ['moderation', 'case', id],
    ...ask('GET /api/moderation/cases/{id}', { path: { id } }),
    staleTime: 10_000,
  });
}

/** Calls the handler for every key, except those of fields and browser shortcuts. */
function useKeys(hear: (event: KeyboardEvent) => void): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const { target, ctrlKey, metaKey, altKey } = event;
    const field = target instanceof HTMLElement && target.closest('input, textarea, select');
    if (!field && !ctrlKey && !metaKey && !altKey) hear(event);
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => onKey(event);
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, []);
}
