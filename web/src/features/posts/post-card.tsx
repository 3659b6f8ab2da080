import type { Hot, PostSummary } from '@madang/contract/posts/schema';
import { Heart, MessageCircle } from 'lucide';
import { memo, type ReactNode } from 'react';
import { copy, fillCopy } from '../../copy.ko.ts';
import { Link, useLocation } from '../../lib/router.tsx';
import { VisuallyHidden } from '../../components/visually-hidden.tsx';
import { useOfficial } from '../campus/campus-context.ts';
import { DateTime, RelativeTime } from '../campus/campus-time.tsx';
import { Count } from './count.tsx';
import { boardPath } from './post-queries.ts';
import styles from './post-list.module.css';

interface PostCardProps {
  post: PostSummary | Hot;
  preview: ReactNode;
  /** Title with markup, if it differs from the plain one. */
  title?: ReactNode;
  liked?: boolean;
}

/** Renders one post of a list as a link. Memoized, as lists grow to a thousand. */
export const PostCard = memo(function PostCard({
  post,
  preview,
  title = post.title,
  liked = false,
}: PostCardProps) {
  const { pathname, search } = useLocation();
  const official = useOfficial();
  const from = `${pathname}${search}`;
  const hot = 'postId' in post;
  const thumbnail = hot && !official ? null : post.thumbnail;
  return (
    <article className={styles.card}>
      <div className={styles.words}>
        <p className={styles.where}>
          {official && pathname === boardPath(post.buildingId) ? null : <span>{post.buildingName}</span>}
          {hot && !official ? (
            <DateTime instant={post.createdAt} />
          ) : (
            <RelativeTime instant={post.createdAt} />
          )}
          {!hot && post.hidden ? <span className={styles.hidden}>{copy['post.hidden']}</span> : null}
          {!hot && post.solved ? <span className={styles.solved}>{copy['thread.solved']}</span> : null}
        </p>
        <h2 dir="auto" className={styles.title}>
          <Link
            className={styles.link}
            to={`/${hot ? 'hotpost' : 'post'}/${post.id}`}
            state={{ [hot ? 'hot' : 'post']: post, from }}
          >
            {title}
          </Link>
        </h2>
        {preview ? (
          <p dir="auto" className={styles.preview}>
            {preview}
          </p>
        ) : null}
        <p className={official ? `${styles.facts} ${styles.clear}` : styles.facts}>
          <span className={styles.nickname}>{post.nickname ?? copy['author.unknown']}</span>
          <Count icon={Heart} n={post.likeCount} text={copy['count.likes']} marked={liked} />
          <Count icon={MessageCircle} n={post.replyCount} text={copy['count.replies']} />
        </p>
      </div>
      {thumbnail ? <Thumbnail src={thumbnail} count={post.pictureCount} /> : null}
    </article>
  );
});

/** Renders the first picture, and the count if there are several. */
function Thumbnail({ src, count }: { src: string; count: number }) {
  return (
    <div className={styles.thumbnail}>
      <img
        className={styles.picture}
        src={src}
        alt=""
        width={72}
        height={72}
        loading="lazy"
        decoding="async"
      />
      {count > 1 ? (
        <span className={styles.several}>
          <VisuallyHidden>{fillCopy(copy['picture.count'], { n: count })}</VisuallyHidden>
          <span aria-hidden>{count}</span>
        </span>
      ) : null}
    </div>
  );
}
