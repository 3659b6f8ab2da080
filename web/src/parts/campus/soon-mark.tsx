import type { Feature } from '@madang/contract/campus/rules';
import { useId } from 'react';
import { copy } from '../../copy.ko.ts';
import { useCampus } from './campus-context.ts';
import styles from './soon-mark.module.css';

/**
 * For the control of a feature that is only promised: a mark beside its name, and the attribute that makes it the
 * control's description and not a part of its name. Nothing once the feature is on.
 */
export function useSoonMark(feature: Feature) {
  const id = useId();
  if (useCampus().features.includes(feature)) return { mark: null };
  return {
    'aria-describedby': id,
    mark: (
      <span id={id} className={styles.mark} aria-hidden>
        {copy['feature.soon']}
      </span>
    ),
  };
}
