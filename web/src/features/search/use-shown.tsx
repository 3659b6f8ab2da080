import { type ReactNode, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import styles from './found.module.css';

/** So many rows stand above the posts at first: the first post is seen without scrolling. */
export const SHOWN = 3;
/** Each press shows so many more: hundreds at once would be no list. */
const STEP = 20;

/** Returns the first of a list, and the button that shows more of it. */
export function useShown<One>(
  all: readonly One[],
  first: number,
  label: (n: number) => string,
): { shown: readonly One[]; more: ReactNode } {
  const [count, setCount] = useState(first);
  const left = all.length - count;
  return {
    shown: all.slice(0, count),
    more:
      left > 0 ? (
        <div className={styles.more}>
          <Button look="plain" onClick={() => setCount(count + STEP)}>
            {label(left)}
          </Button>
        </div>
      ) : null,
  };
}
