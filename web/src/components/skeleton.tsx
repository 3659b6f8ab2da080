import styles from './skeleton.module.css';

interface SkeletonProps {
  width?: string;
  height: string;
  round?: boolean;
}

/** Renders one grey bar of a loading placeholder. */
export function Skeleton({ width = '100%', height, round = false }: SkeletonProps) {
  return (
    // Size as attributes: the server may write no style into a page.
    <svg aria-hidden className={`${styles.bar} ${round ? styles.round : ''}`} width={width} height={height} />
  );
}
