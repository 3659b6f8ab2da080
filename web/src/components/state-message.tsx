import type { ReactNode } from 'react';
import styles from './state-message.module.css';

interface StateMessageProps {
  /** Picture; `failed` and `offline` are in the styles, since the network may be down. */
  picture: 'failed' | 'offline' | 'posts' | 'search';
  text: string;
  /** `alert` announces a failure. */
  role?: 'alert';
  children?: ReactNode;
}

/** Renders an empty or failed screen: a picture, one sentence, one action. */
export function StateMessage({ picture, text, role, children }: StateMessageProps) {
  return (
    <div className={styles.box} role={role}>
      {picture === 'failed' || picture === 'offline' ? (
        <span className={`${styles.picture} ${styles[picture]}`} />
      ) : (
        <img
          className={styles.picture}
          src={`/campus/empty/${picture}.svg`}
          alt=""
          width={160}
          height={120}
        />
      )}
      <p className={styles.text}>{text}</p>
      {children}
    </div>
  );
}
