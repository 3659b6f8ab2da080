import type { Reply } from '@madang/contract/replies/schema';
import { useCallback } from 'react';
import { copy } from '../../copy.ko.ts';
import { EndSentinel } from '../../ui/end-sentinel.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import { DateTime } from '../campus/campus-time.tsx';
import { Failure } from '../campus/failure.tsx';
import styles from './reply-list.module.css';
import type { useReplies } from './use-replies.ts';

interface ReplyListProps {
  replies: ReturnType<typeof useReplies>;
  /** The post's own count, for while not all are loaded. */
  count: number;
}

export function ReplyList({ replies: { loaded, afterGap, lastNumber, query }, count }: ReplyListProps) {
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  const loadMore = useCallback(() => void fetchNextPage({ cancelRefetch: false }), [fetchNextPage]);
  const shownCount = lastNumber === undefined ? Math.max(count, loaded.length) : loaded.length;
  return (
    <section className={styles.section} aria-label={copy['reply.heading']}>
      <h2 className={styles.heading}>
        {copy['reply.heading']} <span className={styles.count}>{shownCount}</span>
      </h2>
      {query.isPending ? <ReplySkeleton /> : null}
      {query.isError && !query.data ? (
        <Failure error={query.error} onRetry={() => void query.refetch()} />
      ) : null}
      {lastNumber !== undefined && loaded.length === 0 ? (
        <p className={styles.empty}>{copy['reply.empty']}</p>
      ) : null}
      <Replies items={loaded} />
      {isFetchingNextPage ? <ReplySkeleton /> : null}
      {hasNextPage && !isFetchingNextPage ? <EndSentinel key={loaded.length} onNear={loadMore} /> : null}
      {afterGap.length > 0 ? <Replies items={afterGap} /> : null}
    </section>
  );
}

function Replies({ items }: { items: readonly Reply[] }) {
  return (
    <ol>
      {items.map((reply) => (
        <li key={reply.id} className={styles.reply}>
          <p className={styles.who}>
            <span className={styles.nickname}>{reply.nickname ?? copy['author.unknown']}</span>
            <span className={styles.when}>
              <DateTime instant={reply.createdAt} />
            </span>
          </p>
          <p className={styles.body}>{reply.body}</p>
        </li>
      ))}
    </ol>
  );
}

function ReplySkeleton() {
  return (
    <div role="status">
      <VisuallyHidden>{copy['state.loading']}</VisuallyHidden>
      {[0, 1, 2].map((row) => (
        <div key={row} className={styles.reply}>
          <Skeleton width="96px" height="18px" />
          <Skeleton width="82%" height="20px" />
        </div>
      ))}
    </div>
  );
}
