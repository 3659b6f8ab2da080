import type { ReactNode } from 'react';
import styles from './operate.module.css';

/** A name and its value at the two ends of a line; with large text the value stands below. */
export function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={styles.fact}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}
