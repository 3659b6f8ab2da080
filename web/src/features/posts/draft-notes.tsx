import { type RefObject, useEffect, useRef, useState } from 'react';
import { Button } from '../../components/button.tsx';
import { copy } from '../../copy.ko.ts';
import type { DraftForm, useDraft } from '../../lib/drafts.ts';
import { showToast } from '../../lib/toast-store.ts';
import styles from './own-content.module.css';

interface DraftNotesProps {
  form: { busy: boolean; form: { ref: RefObject<HTMLFormElement | null> } };
  draft: Pick<ReturnType<typeof useDraft>, 'restored' | 'discard'>;
  text: string;
  conflict: ReturnType<typeof useNewer<unknown, { title?: string | undefined; body: string }>>;
}

/** Renders the notes of an edit form: restored draft, and the choice between two saved versions. */
export function DraftNotes({ form, draft, text, conflict: { newer, asking, takeTheirs } }: DraftNotesProps) {
  return (
    <>
      {draft.restored && !form.busy ? <DraftNote text={text} onDiscard={draft.discard} /> : null}
      {newer && asking ? (
        <NewerText
          title={newer.title}
          text={newer.body}
          onMine={() => form.form.ref.current?.requestSubmit()}
          onTheirs={takeTheirs}
        />
      ) : null}
    </>
  );
}

interface DraftNoteProps {
  text: string;
  /** Discards the draft; returns a function that restores it. */
  onDiscard: () => () => void;
}

/** Renders a note about a restored draft, which can be discarded with undo. */
export function DraftNote({ text, onDiscard }: DraftNoteProps) {
  return (
    <p className="row justify-between gap-2 text-soft text-note">
      {text}
      <button
        type="button"
        className={`flex-none min-h-touch font-semibold underline ${styles.discard}`}
        onClick={() => showToast(copy['draft.discarded'], { label: copy['action.undo'], run: onDiscard() })}
      >
        {copy['draft.discard']}
      </button>
    </p>
  );
}

interface NewerTextProps {
  title?: string | undefined;
  text: string;
  /** Saves this form's text anyway. */
  onMine: () => void;
  /** Continues with the stored text. */
  onTheirs: () => void;
}

/** Asks which text to keep if another tab or phone saved one meanwhile [OW-03]. */
export function NewerText({ title, text, onMine, onTheirs }: NewerTextProps) {
  const section = useRef<HTMLElement>(null);
  useEffect(() => section.current?.focus(), []);
  return (
    <section
      ref={section}
      tabIndex={-1}
      className={`flex-col gap-2 bg-surface rounded p-4 ${styles.newer}`}
      aria-label={copy['own.conflict']}
    >
      <p role="alert">
        <strong>{copy['own.conflict']}</strong> {copy['own.conflict.explain']}
      </p>
      {title ? (
        <p dir="auto" className={styles.text}>
          {title}
        </p>
      ) : null}
      <p dir="auto" className={styles.text}>
        {text}
      </p>
      <div className={styles.choices}>
        <Button look="plain" onClick={onTheirs}>
          {copy['own.conflict.theirs']}
        </Button>
        <Button onClick={onMine}>{copy['own.conflict.mine']}</Button>
      </div>
    </section>
  );
}

/** Handles a version saved elsewhere while the user typed, and the choice between the two [OW-03]. */
export function useNewer<Values, Newer>(
  { values, fill }: DraftForm<Values>,
  /** Returns the form values with the saved version. */
  take: (newer: Newer) => Values,
) {
  const [newer, setNewer] = useState<Newer | null>(null);
  const [asking, setAsking] = useState(false);
  return {
    /** Version that the next save is based on. */
    newer,
    /** Whether the user is being asked which text to keep. */
    asking,
    ask(found: Newer): void {
      setNewer(found);
      setAsking(true);
    },
    /** Continues with the saved version; the toast restores the typed text. */
    takeTheirs(): void {
      if (!newer) return;
      setAsking(false);
      fill(take(newer));
      showToast(copy['own.conflict.taken'], { label: copy['action.undo'], run: () => fill(values) });
    },
  };
}
