import type { ReactNode } from 'react';
import styles from './state-message.module.css';

interface StateMessageProps {
  picture: string;
  text: string;
  /** `alert` for failures, so that they are announced. */
  role?: 'alert';
  children?: ReactNode;
}

/** An illustration, one sentence, one action: what an empty or failed screen shows. */
export function StateMessage({ picture, text, role, children }: StateMessageProps) {
  return (
    <div className={styles.box} role={role}>
      <img className={styles.picture} src={picture} alt="" width={160} height={120} />
      <p className={styles.text}>{text}</p>
      {children}
    </div>
  );
}
