import type { ReactNode } from 'react';
import { copy } from '../copy.ko.ts';
import styles from './visually-hidden.module.css';

export function VisuallyHidden({ children }: { children: ReactNode }) {
  return <span className="visually-hidden">{children}</span>;
}

/** Renders a dot at the corner of its container: there is something new. */
export function NewMark() {
  return (
    <span className={styles.dot}>
      <VisuallyHidden>{copy['mark.new']}</VisuallyHidden>
    </span>
  );
}
