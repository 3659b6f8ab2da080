import styles from './skeleton.module.css';

interface SkeletonProps {
  width?: string;
  height: string;
  round?: boolean;
}

/** One grey bar of a loading shape. */
export function Skeleton({ width = '100%', height, round = false }: SkeletonProps) {
  return (
    // Its size as attributes: the server may write no style into a page.
    <svg aria-hidden className={`${styles.bar} ${round ? styles.round : ''}`} width={width} height={height} />
  );
}
