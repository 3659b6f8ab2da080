import { X } from 'lucide';
import { copy, fillCopy } from '../../copy.ko.ts';
import { Icon } from '../../components/icon.tsx';
import { IconButton } from '../../components/icon-button.tsx';
import { showToast } from '../../lib/toast-store.ts';
import styles from './threads.module.css';

interface AnswerNoteProps {
  /** Null if the author deleted the account. */
  nickname: string | null;
  onDrop: () => void;
}

/** Shows that the answered reply was deleted meanwhile: the text stays without the note. */
export const tellGone = (): void => showToast(copy['thread.gone']);

/** Renders a note above the field: the author of the answered reply. */
export function AnswerNote({ nickname, onDrop }: AnswerNoteProps) {
  return (
    <div className={styles.note} role="status">
      <p>{fillCopy(copy['thread.answering'], { nickname: nickname ?? copy['author.unknown'] })}</p>
      <IconButton label={copy['thread.drop']} onClick={onDrop}>
        <Icon of={X} size={20} />
      </IconButton>
    </div>
  );
}
