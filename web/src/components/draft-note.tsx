import { copy } from '../copy.ko.ts';
import { showToast } from '../lib/toast-store.ts';
import styles from './draft-note.module.css';

interface DraftNoteProps {
  text: string;
  /** Discards the draft; returns a function that restores it. */
  onDiscard: () => () => void;
}

/** Renders a note about a restored draft, which can be discarded with undo. */
export function DraftNote({ text, onDiscard }: DraftNoteProps) {
  return (
    <p className={styles.note}>
      {text}
      <button
        type="button"
        className={styles.discard}
        onClick={() => showToast(copy['draft.discarded'], { label: copy['action.undo'], run: onDiscard() })}
      >
        {copy['draft.discard']}
      </button>
    </p>
  );
}
