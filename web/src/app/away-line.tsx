import type { Campus } from '@madang/contract/campus/schema';
import { copy } from '../copy.ko.ts';
import { describeAway, fillProblem } from '../parts/campus/problem-text.ts';
import { useAway } from '../platform/online.ts';
import styles from './frame.module.css';

/** Says why nothing comes, for as long as nothing does. */
export function AwayLine({ campus }: { campus: Campus | undefined }) {
  const away = useAway();
  if (!away || !campus) return null;
  return (
    <p className={styles.offline} role="status">
      {fillProblem(describeAway(away), campus)}{' '}
      <span className={styles.seen}>{copy['state.offline.seen']}</span>
    </p>
  );
}
