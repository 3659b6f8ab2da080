import { ChevronRight } from 'lucide';
import { type ReactNode, useState } from 'react';
import { Link } from '../../router/router.tsx';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import styles from './found.module.css';

/** So many rows stand above the posts at first: the first post is seen without scrolling. */
const SHOWN = 3;
/** Each press shows so many more: hundreds at once would be no list. */
const STEP = 20;

/** A title that leads on, and what stands below it. */
export function FoundSection({ title, to, children }: { title: string; to?: string; children: ReactNode }) {
  return (
    <section className={styles.amenities} aria-label={title}>
      <h2>
        {to === undefined ? (
          title
        ) : (
          <Link to={to}>
            {title}
            <Icon of={ChevronRight} size={20} />
          </Link>
        )}
      </h2>
      {children}
    </section>
  );
}

/** Returns the first of a list, and the button that shows more of it. */
export function useShown<One>(
  all: readonly One[],
  label: (n: number) => string,
): { shown: readonly One[]; more: ReactNode } {
  const [count, setCount] = useState(SHOWN);
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
