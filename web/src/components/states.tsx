import type { ReactNode } from 'react';
import styles from './states.module.css';

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
    <div className={`flex-col items-center gap-3 text-center ${styles.box}`} role={role}>
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

interface SkeletonProps {
  width?: string;
  height: string;
  round?: boolean;
}

export function Skeleton({ width = '100%', height, round = false }: SkeletonProps) {
  return (
    // Size as attributes: the server may write no style into a page.
    <svg
      aria-hidden
      className={`flex-none bg-surface-strong block ${styles.bar} ${round ? styles.round : ''}`}
      width={width}
      height={height}
    />
  );
}
