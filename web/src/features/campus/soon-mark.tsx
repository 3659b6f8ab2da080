import { useId } from 'react';
import { copy } from '../../copy.ko.ts';
import { useOfficial } from './campus-context.ts';
import styles from './soon-mark.module.css';

/**
 * Returns a mark for an announced control, and the attribute that makes it a description, not name. Empty in the official
 * edition once `built`.
 */
export function useSoonMark({ built }: { built: boolean }) {
  const id = useId();
  if (useOfficial() && built) return { mark: null };
  return {
    'aria-describedby': id,
    mark: (
      <span
        id={id}
        className={`flex-none text-soft text-small rounded-full whitespace-nowrap ${styles.mark}`}
        aria-hidden
      >
        {copy['feature.soon']}
      </span>
    ),
  };
}
