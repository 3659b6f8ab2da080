import { useEffect, useRef } from 'react';
import { copy } from '../../copy.ko.ts';
import { Button } from '../../components/button.tsx';
import styles from './own-content.module.css';

interface NewerTextProps {
  title?: string | undefined;
  text: string;
  /** Saves this form's text anyway. */
  onMine: () => void;
  /** Continues with the stored text. */
  onTheirs: () => void;
}

/** Asks which text to keep if another tab or phone saved one meanwhile [OW-03]. */
export function NewerText({ title, text, onMine, onTheirs }: NewerTextProps) {
  const section = useRef<HTMLElement>(null);
  useEffect(() => section.current?.focus(), []);
  return (
    <section ref={section} tabIndex={-1} className={styles.newer} aria-label={copy['own.conflict']}>
      <p role="alert">
        <strong>{copy['own.conflict']}</strong> {copy['own.conflict.explain']}
      </p>
      {title ? (
        <p dir="auto" className={styles.text}>
          {title}
        </p>
      ) : null}
      <p dir="auto" className={styles.text}>
        {text}
      </p>
      <div className={styles.choices}>
        <Button look="plain" onClick={onTheirs}>
          {copy['own.conflict.theirs']}
        </Button>
        <Button onClick={onMine}>{copy['own.conflict.mine']}</Button>
      </div>
    </section>
  );
}
