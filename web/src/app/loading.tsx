import { copy } from '../copy.ko.ts';
import { Skeleton } from '../components/skeleton.tsx';
import { VisuallyHidden } from '../components/visually-hidden.tsx';
import styles from './loading.module.css';

/** Renders a placeholder for a loading screen, visible only after a delay. */
export function Loading() {
  return (
    <div className={styles.loading} role="status">
      <VisuallyHidden>{copy['state.loading']}</VisuallyHidden>
      <Skeleton width="40%" height="28px" />
      <Skeleton height="20px" />
      <Skeleton height="20px" />
      <Skeleton width="70%" height="20px" />
    </div>
  );
}
