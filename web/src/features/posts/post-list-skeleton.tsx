import { copy } from '../../copy.ko.ts';
import { Skeleton } from '../../components/skeleton.tsx';
import { VisuallyHidden } from '../../components/visually-hidden.tsx';
import styles from './post-list.module.css';

export function PostListSkeleton({ count = 6 }: { count?: number }) {
  return (
    <div role="status">
      <VisuallyHidden>{copy['state.loading']}</VisuallyHidden>
      {Array.from({ length: count }, (_, index) => (
        <div key={index} className={styles.skeleton}>
          <Skeleton width="110px" height="16px" />
          <Skeleton width={index % 2 ? '62%' : '78%'} height="22px" />
          <Skeleton height="18px" />
          <Skeleton width="130px" height="16px" />
        </div>
      ))}
    </div>
  );
}
