import type { UseQueryResult } from '@tanstack/react-query';
import { useCampus } from '../../parts/campus/campus-context.ts';
import { DateTime } from '../../parts/campus/campus-time.tsx';
import { Failure } from '../../parts/campus/failure.tsx';
import { Screen } from '../../parts/campus/screen.tsx';
import { PostListSkeleton } from '../../parts/post/post-list-skeleton.tsx';
import styles from './bulletin.module.css';

interface BulletinArticleProps {
  query: UseQueryResult<{ title: string; body: string; image?: string | null; createdAt: string }>;
  /** Name of the screen until the title is known. */
  name: string;
  missing: { text: string; to: string };
}

/** One event or notice [SC-25, SC-26]. */
export function BulletinArticle({ query: { data, error, refetch }, name, missing }: BulletinArticleProps) {
  const { operatorLabel } = useCampus();
  if (!data || (error && !data)) {
    return (
      <Screen title={name}>
        {error ? (
          <Failure error={error} onRetry={refetch} missing={missing} />
        ) : (
          <PostListSkeleton count={1} />
        )}
      </Screen>
    );
  }
  return (
    <Screen title={data.title} heading="shown">
      <article className={styles.article}>
        <p className={styles.facts}>
          <span>{operatorLabel}</span>
          <DateTime instant={data.createdAt} />
        </p>
        {data.image ? (
          <img className={styles.image} src={data.image} alt="" width={840} height={420} />
        ) : null}
        <p className={styles.body}>{data.body}</p>
      </article>
    </Screen>
  );
}
