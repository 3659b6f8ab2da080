import { ChevronRight } from 'lucide';
import { type ReactNode, useState } from 'react';
import { Link } from '../../lib/router.tsx';
import { Button, Icon } from '../../components/button.tsx';
import styles from './found.module.css';

/** Rows above the posts at first: the first post stays visible without scrolling. */
const SHOWN = 3;
/** Rows added per press. */
const STEP = 20;

/** Renders a title, optionally linked, with content below. */
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
