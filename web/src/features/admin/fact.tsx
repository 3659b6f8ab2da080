import type { ReactNode } from 'react';
import styles from './operate.module.css';

/** Renders name and value at the ends of a line; large text wraps the value. */
export function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={styles.fact}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}
