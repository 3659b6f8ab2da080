import { mainReason, type CaseGround } from '@madang/contract/moderation/rules';
import type { CaseDetail } from '@madang/contract/moderation/staff-schema';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { copy, fillCopy } from '../../copy.ko.ts';
import { useProblemText } from '../campus/problem-text.ts';
import { describeDecisionText } from './decision-text.ts';
import { groundChoices } from './reasons.ts';
import { call, type Input, isRefusal } from '../../lib/api.ts';
import { Button } from '../../components/button.tsx';
import { SelectField, TextArea } from '../../components/field.tsx';
import { showToast } from '../../lib/toast-store.ts';
import { offerUndo } from './undo-decision.ts';
import styles from './moderate.module.css';
import { caseQuery } from './queue-queries.ts';
import { useKeys } from './use-keys.ts';

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
export function DecisionForm({ texts, typed, ...options }: DecisionFormProps) {
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

  if (card.obstacle) return <p className={styles.obstacle}>{obstacles[card.obstacle]}</p>;
  return (
    <div className={styles.decision}>
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
