import type { ReactNode } from 'react';
import styles from './operate.module.css';

interface SectionProps {
  /** Id of the heading, which labels the section. */
  id: string;
  title: string;
  /** `list` for edge-to-edge rows. */
  look?: 'section' | 'list';
  className?: string | undefined;
  children: ReactNode;
}

/** Renders a titled section of an operator's screen. */
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
