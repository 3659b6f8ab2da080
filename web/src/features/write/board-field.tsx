import { copy } from '../../copy.ko.ts';
import { Skeleton } from '../../components/states.tsx';
import styles from './write.module.css';

interface BoardFieldProps {
  /** Null without a chosen board. */
  name: string | null | undefined;
  onChoose: (() => void) | undefined;
}

export function BoardField({ name, onChoose }: BoardFieldProps) {
  const shown =
    name === null ? copy['write.building.none'] : (name ?? <Skeleton width="96px" height="20px" />);
  if (!onChoose) {
    return (
      <p className={styles.board}>
        <span className={styles.chooseLabel}>{copy['write.board']}</span>
        <span className={styles.boardName}>{shown}</span>
      </p>
    );
  }
  return (
    <button type="button" className={styles.choose} aria-haspopup="dialog" onClick={onChoose}>
      <span className={styles.chooseLabel}>{copy['write.building']}</span>
      <span className={styles.boardName}>{shown}</span>
    </button>
  );
}
