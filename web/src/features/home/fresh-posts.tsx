import type { PostSummary } from '@madang/contract/posts/schema';
import { useQuery } from '@tanstack/react-query';
import { Heart, MessageCircle } from 'lucide';
import type { ReactNode } from 'react';
import { copy, fillCopy } from '../../copy.ko.ts';
import { RelativeTime } from '../../parts/campus/campus-time.tsx';
import { Failure } from '../../parts/campus/failure.tsx';
import { Count } from '../../parts/post/count.tsx';
import { UnlessBlocked } from '../../parts/post/unless-blocked.tsx';
import { homeQuery } from '../../parts/post/home-query.ts';
import { Link } from '../../router/link.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import styles from './fresh-posts.module.css';

/** Below the tiles: the newest three posts, and the two most liked of what became popular this week. */
export function FreshPosts() {
  const { data, error, refetch } = useQuery(homeQuery);
  if (!data && error) return <Failure error={error} onRetry={refetch} />;
  if (!data) return <Waiting />;
  const { newest, hottest } = data;
  if (newest.length === 0) return <p className={styles.empty}>{copy['home.newest.empty']}</p>;
  return (
    <>
      <Rows
        title={copy['home.newest']}
        posts={newest}
        fact={({ createdAt, likeCount, replyCount }) => (
          <>
            <RelativeTime instant={createdAt} />
            <Count icon={Heart} n={likeCount} text={copy['count.likes']} />
            <Count icon={MessageCircle} n={replyCount} text={copy['count.replies']} />
          </>
        )}
        all="/board/new"
      />
      <Rows
        title={copy['home.hottest']}
        posts={hottest}
        fact={({ likeCount }) => <span>{fillCopy(copy['count.likes'], { n: likeCount })}</span>}
      />
    </>
  );
}

interface RowsProps {
  title: string;
  posts: readonly PostSummary[];
  fact: (post: PostSummary) => ReactNode;
  /** Where the list goes on: its rows have pictures. */
  all?: string;
}

function Rows({ title, posts, fact, all }: RowsProps) {
  if (posts.length === 0) return null;
  return (
    <section className={styles.posts}>
      <h2 className={styles.heading}>{title}</h2>
      {all ? (
        <Link className={styles.all} to={all} aria-label={copy['home.newest.all']}>
          {copy['home.all']}
        </Link>
      ) : null}
      <ul>
        {/* By their places: a new post changes the words of a row and moves none. */}
        {posts.map((post, place) => (
          <li key={place} className={styles.place}>
            <UnlessBlocked id={post.id} among={posts}>
              <Link
                className={all ? styles.pictured : styles.row}
                to={`/post/${post.id}`}
                state={{ post, from: '/' }}
              >
                <span className={styles.words}>
                  <span className={styles.title}>{post.title}</span>
                  <span className={styles.facts}>
                    <span>{post.buildingName}</span>
                    {fact(post)}
                  </span>
                </span>
                {all && post.thumbnail ? (
                  <img
                    className={styles.thumbnail}
                    src={post.thumbnail}
                    alt=""
                    width={56}
                    height={56}
                    loading="lazy"
                    decoding="async"
                  />
                ) : null}
              </Link>
            </UnlessBlocked>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Waiting() {
  return (
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
  );
}
