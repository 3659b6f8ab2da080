import { useQuery } from '@tanstack/react-query';
import { Heart, MessageCircle } from 'lucide';
import { copy, fillCopy } from '../../copy.ko.ts';
import { RelativeTime } from '../campus/campus-time.tsx';
import { Failure } from '../campus/failure.tsx';
import { Count, PostRows } from '../posts/post-rows.tsx';
import { homeQuery } from '../posts/post-queries.ts';
import styles from '../posts/post-rows.module.css';
import { Skeleton } from '../../components/states.tsx';
import { VisuallyHidden } from '../../components/visually-hidden.tsx';

/** Renders the newest three posts, and this week's two most liked popular posts. */
export function FreshPosts() {
  const { data, error, refetch } = useQuery(homeQuery);
  if (!data && error) return <Failure error={error} onRetry={refetch} />;
  if (!data) return <Waiting />;
  const { newest, hottest } = data;
  return (
    <>
      {newest.length === 0 ? <p className={styles.empty}>{copy['home.newest.empty']}</p> : null}
      <PostRows
        title={copy['home.newest']}
        posts={newest}
        facts={({ buildingName, createdAt, likeCount, replyCount }) => (
          <>
            <span>{buildingName}</span>
            <RelativeTime instant={createdAt} />
            <Count icon={Heart} n={likeCount} text={copy['count.likes']} />
            <Count icon={MessageCircle} n={replyCount} text={copy['count.replies']} />
          </>
        )}
        all="/board/new"
      />
      <PostRows
        title={copy['home.hottest']}
        posts={hottest}
        facts={({ buildingName, likeCount }) => (
          <>
            <span>{buildingName}</span>
            <span>{fillCopy(copy['count.likes'], { n: likeCount })}</span>
          </>
        )}
      />
    </>
  );
}

function Waiting() {
  return (
    <>
      <div className={styles.posts} role="status">
        <VisuallyHidden>{copy['state.loading']}</VisuallyHidden>
        {[3, 2].map((count) => (
          <div key={count}>
            <div className={styles.heading} />
            {Array.from({ length: count }, (_, index) => (
              <div key={index} className={count === 3 ? styles.pictured : styles.row}>
                <span className={styles.words}>
                  <Skeleton width="70%" height="1.4em" />
                  <Skeleton width="40%" height="1em" />
                </span>
              </div>
            ))}
          </div>
        ))}
      </div>
    </>
  );
}
