import type { ReactNode } from 'react';
import styles from './operate.module.css';

interface SectionProps {
  /** Of the heading, which names it. */
  id: string;
  title: string;
  /** `list` where its rows go from edge to edge. */
  look?: 'section' | 'list';
  className?: string | undefined;
  children: ReactNode;
}

/** A part of an operator's screen under its heading. */
export function Section({ id, title, look = 'section', className = '', children }: SectionProps) {
  return (
    <section className={`${styles[look]} ${className}`} aria-labelledby={id}>
      <h2 id={id} className={styles.heading}>
        {title}
      </h2>
      {children}
    </section>
  );
}
