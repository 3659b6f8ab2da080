// Loaded for questions if search is enabled.
import { useEffect, useEffectEvent, useState } from 'react';
import { copy } from '../../copy.ko.ts';
import { asideKey, type DraftForm, draftKey, exchangeDrafts, readDraft } from '../../lib/drafts.ts';
import { useAction } from '../campus/use-action.ts';
import { SimilarQuestions } from '../posts/similar-questions.tsx';
import { useUser } from '../session/session.ts';
import { useLocation } from '../../lib/router.tsx';
import { contentOf, type Draft, emptyDraft, hasTexts } from './draft.ts';
import styles from './write.module.css';

interface QuestionPartProps {
  form: DraftForm<Draft> & { busy: boolean };
  /** Reinitializes the form from the draft on the device. */
  onRestart: () => void;
}

/** Renders a waiting question and similar ones, below the title. */
export function QuestionPart({ form, onRestart }: QuestionPartProps) {
  useAsked(form);
  return (
    <>
      <WaitingQuestion busy={form.busy} onRestart={onRestart} />
      <SimilarQuestions title={form.values.title} />
    </>
  );
}

/** Fills an empty question with the unsuccessful query [FS-11]. */
function useAsked({ values, fill }: QuestionPartProps['form']): void {
  const asked = (useLocation().state as { asked?: unknown } | null)?.asked;
  const begin = useEffectEvent(() => {
    if (hasTexts(asked) && contentOf(values) === contentOf(emptyDraft)) fill({ ...values, ...asked });
  });
  useEffect(() => begin(), []);
}

function WaitingQuestion({ busy, onRestart }: { busy: boolean; onRestart: () => void }) {
  const key = draftKey(useUser().id, 'question');
  const [waiting] = useState(() => readDraft(asideKey(key), hasTexts));
  const take = useAction(async () => {
    await exchangeDrafts(key);
    onRestart();
  });
  if (!waiting || busy) return null;
  return (
    <p className={`row justify-between gap-3 text-soft text-note bg-surface rounded ${styles.waiting}`}>
      <span>
        {copy['search.aside']} <b>{waiting.title || waiting.body}</b>
      </span>
      <button
        type="button"
        className={`flex-none min-h-touch text-accent font-semibold ${styles.take}`}
        aria-busy={take.busy || undefined}
        onClick={take.onClick}
      >
        {copy['search.aside.take']}
      </button>
    </p>
  );
}
