import { copy } from '../../copy.ko.ts';
import { showToast } from '../../ui/toast-store.ts';
import styles from './draft-note.module.css';

interface DraftNoteProps {
  text: string;
  /** Throws the draft away; what it returns brings it back. */
  onDiscard: () => () => void;
}

/** Says that the text was written before. Discarding it can be undone while the toast is shown. */
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
