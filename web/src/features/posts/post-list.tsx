import type { Hot, PostPage, PostSummary } from '@madang/contract/posts/schema';
import {
  type InfiniteData,
  useInfiniteQuery,
  type UseInfiniteQueryResult,
  useQueries,
} from '@tanstack/react-query';
import { Heart, MessageCircle } from 'lucide';
import { type ComponentProps, memo, type ReactNode } from 'react';
import { VisuallyHidden } from '../../components/visually-hidden.tsx';
import { copy, fillCopy } from '../../copy.ko.ts';
import type { Output } from '../../lib/api.ts';
import { Link, useLocation } from '../../lib/router.tsx';
import { useOfficial } from '../campus/campus-context.ts';
import { DateTime, RelativeTime } from '../campus/campus-time.tsx';
import { Screen } from '../campus/screen.tsx';
import { Count } from './post-rows.tsx';
import { EndlessList } from './endless-list.tsx';
import styles from './post-list.module.css';
import { boardPath, marksQuery, type PostListQuery } from './post-queries.ts';

interface PostListProps {
  query: UseInfiniteQueryResult<InfiniteData<PostPage>>;
  empty: ReactNode;
}

export function PostList({ query, empty }: PostListProps) {
  const { liked, folded } = useMarks(query.data?.pages.map(({ posts }) => posts.map(({ id }) => id)) ?? []);
  return (
    <EndlessList
      query={query}
      readItems={({ posts }) => posts.filter(({ id }) => !folded.has(id))}
      renderItem={(post) => <PostCard post={post} preview={post.preview} liked={liked.has(post.id)} />}
      empty={empty}
    />
  );
}

interface PostListScreenProps extends Omit<ComponentProps<typeof Screen>, 'children'> {
  list: PostListQuery;
  above?: ReactNode;
  empty: ReactNode;
}

/** Renders a screen that consists of one list of posts. */
export function PostListScreen({ list, empty, above, ...screen }: PostListScreenProps) {
  const query = useInfiniteQuery(list);
  return (
    <Screen {...screen}>
      {above}
      <PostList query={query} empty={empty} />
    </Screen>
  );
}

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
  const isPlain = hot && !official;
  return (
    <article className={styles.card}>
      <div className="flex-col gap-1 flex-1 min-w-0">
        <p className={styles.where}>
          {official && pathname === boardPath(post.buildingId) ? null : <span>{post.buildingName}</span>}
          {isPlain ? <DateTime instant={post.createdAt} /> : <RelativeTime instant={post.createdAt} />}
          {!hot && post.hidden ? <span className={styles.hidden}>{copy['post.hidden']}</span> : null}
          {!hot && post.solved ? <span className={styles.solved}>{copy['thread.solved']}</span> : null}
        </p>
        <h2 dir="auto" className="text-title font-bold clamp-2 leading-snug">
          <Link
            className={styles.link}
            to={`/${hot ? 'hotpost' : 'post'}/${post.id}`}
            state={{ [hot ? 'hot' : 'post']: post, from }}
          >
            {title}
          </Link>
        </h2>
        {preview ? (
          <p dir="auto" className="text-soft text-note clamp-2">
            {preview}
          </p>
        ) : null}
        <p className={official ? `${styles.facts} ${styles.clear}` : styles.facts}>
          <span className={styles.nickname}>{post.nickname ?? copy['author.unknown']}</span>
          <Count icon={Heart} n={post.likeCount} text={copy['count.likes']} marked={liked} />
          <Count icon={MessageCircle} n={post.replyCount} text={copy['count.replies']} />
        </p>
      </div>
      {post.thumbnail && !isPlain ? <Thumbnail src={post.thumbnail} count={post.pictureCount} /> : null}
    </article>
  );
});

/** Renders the first picture, and the count if there are several. */
function Thumbnail({ src, count }: { src: string; count: number }) {
  return (
    <div className={`flex-none relative ${styles.thumbnail}`}>
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
        <span className={`text-small font-bold rounded-full text-center ${styles.several}`}>
          <VisuallyHidden>{fillCopy(copy['picture.count'], { n: count })}</VisuallyHidden>
          <span aria-hidden>{count}</span>
        </span>
      ) : null}
    </div>
  );
}

/** Returns the liked and collapsed posts of a list, fetched page by page. */
export function useMarks(pages: readonly (readonly string[])[]): Collected {
  return useQueries({ queries: pages.map(marksQuery), combine: collect });
}

interface Collected {
  liked: ReadonlySet<string>;
  /** Posts of blocked authors. */
  folded: ReadonlySet<string>;
}

function collect(results: readonly { data: Output<'GET /api/posts/marks'> | undefined }[]): Collected {
  return {
    liked: new Set(results.flatMap(({ data }) => data?.liked ?? [])),
    folded: new Set(results.flatMap(({ data }) => data?.folded ?? [])),
  };
}
