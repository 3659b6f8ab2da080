import { useId } from 'react';
import { copy } from '../../copy.ko.ts';
import { useOfficial } from './campus-context.ts';
import styles from './soon-mark.module.css';

/**
 * For a control that is only promised: a mark beside its name, and the attribute that makes it the control's description
 * and not a part of its name. Nothing in the official edition once it is `built`.
 */
export function useSoonMark({ built }: { built: boolean }) {
  const id = useId();
  if (useOfficial() && built) return { mark: null };
  return {
    'aria-describedby': id,
    mark: (
      <span id={id} className={styles.mark} aria-hidden>
        {copy['feature.soon']}
      </span>
    ),
  };
}
