import type { ReactNode } from 'react';
import styles from './state-message.module.css';

interface StateMessageProps {
  /** `failed` and `offline` lie in the styles: when they are shown there may be no network to ask. */
  picture: 'failed' | 'offline' | 'posts' | 'search';
  text: string;
  /** `alert` for failures, so that they are announced. */
  role?: 'alert';
  children?: ReactNode;
}

/** What an empty or failed screen shows: a picture, one sentence, one action. */
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
