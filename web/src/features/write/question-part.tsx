// Fetched for questions, where search is enabled.
import { countCodePoints } from '@madang/contract/text/rules';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { copy, fillCopy } from '../../copy.ko.ts';
import type { DraftForm } from '../../parts/campus/use-draft.ts';
import { useAction } from '../../parts/campus/use-action.ts';
import { useMarks } from '../../parts/post/use-marks.ts';
import { useUser } from '../../parts/session/session.ts';
import { ask } from '../../platform/api.ts';
import { draftKey, readDraft } from '../../platform/drafts.ts';
import { asideKey, exchangeDrafts } from '../../platform/set-aside.ts';
import { Link, useLocation } from '../../router/router.tsx';
import { type Draft, emptyDraft } from './draft.ts';
import { contentOf, hasTexts } from './post-text.ts';
import styles from './question-part.module.css';

interface QuestionPartProps {
  form: DraftForm<Draft> & { busy: boolean };
  /** Begins the form again from the draft on the device. */
  onRestart: () => void;
}

/** Below the title of a question: a question that waits, and those that are like the title. */
export function QuestionPart({ form, onRestart }: QuestionPartProps) {
  useAsked(form);
  return (
    <>
      <WaitingQuestion busy={form.busy} onRestart={onRestart} />
      <SimilarQuestions title={form.values.title} />
    </>
  );
}

/** What was searched and not found begins the question, unless something stands there [FS-11]. */
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
    <p className={styles.waiting}>
      <span>
        {copy['search.aside']} <b>{waiting.title || waiting.body}</b>
      </span>
      <button type="button" className={styles.take} aria-busy={take.busy || undefined} onClick={take.onClick}>
        {copy['search.aside.take']}
      </button>
    </p>
  );
}

/** Somebody who types pauses for longer than between two letters. */
const PAUSE = 400;
/** A longer title says no more. */
const TITLE_READ = 200;

function similarQuery(title: string) {
  return queryOptions({
    queryKey: ['similar', title],
    ...ask('GET /api/search/similar', { query: { title } }, ({ posts }) => posts),
    enabled: countCodePoints(title) > 1,
    placeholderData: keepPreviousData,
    staleTime: 60_000,
    // Nobody waits for it.
    retry: false,
  });
}

/** Questions that share words with what is typed [FS-12]. */
function SimilarQuestions({ title }: { title: string }) {
  const settled = useSettled(title.trim().slice(0, TITLE_READ));
  const { data } = useQuery(similarQuery(settled));
  const found = (countCodePoints(settled) > 1 && data) || [];
  const { folded } = useMarks([found.map(({ id }) => id)]);
  const posts = found.filter(({ id }) => !folded.has(id));
  const any = posts.length > 0;
  return (
    <section
      className={any ? styles.similar : undefined}
      aria-label={any ? copy['search.similar'] : undefined}
    >
      {/* Stands there before there are any, so that it is told. */}
      <p className={styles.heading} aria-live="polite">
        {any ? fillCopy(copy['search.similar.count'], { n: posts.length }) : null}
      </p>
      <ul>
        {posts.map((post) => (
          <li key={post.id}>
            <Link className={styles.row} to={`/post/${post.id}`} state={{ post, from: '/write' }}>
              <span dir="auto" className={styles.title}>
                {post.title}
              </span>
              <span className={styles.facts}>
                {post.solved ? <span className={styles.solved}>{copy['thread.solved']}</span> : null}
                <span>{fillCopy(copy['count.replies'], { n: post.replyCount })}</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The text once it has not changed for a moment. */
function useSettled(text: string): string {
  const [settled, settle] = useState(text);
  useEffect(() => {
    const timer = setTimeout(settle, PAUSE, text);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
