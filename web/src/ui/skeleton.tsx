import styles from './skeleton.module.css';

interface SkeletonProps {
  width?: string;
  height: string;
  round?: boolean;
}

/** One grey bar of a loading shape. */
export function Skeleton({ width = '100%', height, round = false }: SkeletonProps) {
  return (
    <span aria-hidden className={`${styles.bar} ${round ? styles.round : ''}`} style={{ width, height }} />
  );
}
