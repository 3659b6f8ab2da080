import { X } from 'lucide';
import { copy, fillCopy } from '../../copy.ko.ts';
import { Icon } from '../../ui/icon.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { showToast } from '../../ui/toast-store.ts';
import styles from './threads.module.css';

interface AnswerNoteProps {
  /** Null when the author withdrew. */
  nickname: string | null;
  onDrop: () => void;
}

/** What a reply answers went while it was typed: its text stays, and the note goes. */
export const tellGone = (): void => showToast(copy['thread.gone']);

/** Stands over the field: whom the reply that is being typed answers. */
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
