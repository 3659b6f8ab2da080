import type { PostSummary } from '@madang/contract/posts/schema';
import type { IconNode } from 'lucide';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Icon } from '../../components/button.tsx';
import { VisuallyHidden } from '../../components/visually-hidden.tsx';
import { copy, fillCopy } from '../../copy.ko.ts';
import { Link, useLocation } from '../../lib/router.tsx';
import { useHydrated } from '../../lib/page.ts';
import { useSession } from '../session/session.ts';
import { marksQuery } from './post-queries.ts';
import styles from './post-rows.module.css';

interface PostRowsProps {
  title: string;
  posts: readonly PostSummary[];
  facts: (post: PostSummary) => ReactNode;
  /** Address of the whole list; its rows have pictures. */
  all?: string;
}

/** Renders a few posts below a heading, without viewer state; nothing if there are none. */
export function PostRows({ title, posts, facts, all }: PostRowsProps) {
  const { pathname } = useLocation();
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
                state={{ post, from: pathname }}
              >
                <span className="flex-col flex-1 min-w-0 gap-hair">
                  <span dir="auto" className={`overflow-hidden leading-snug ${styles.title}`}>
                    {post.title}
                  </span>
                  <span
                    className={`flex flex-wrap gap-x-2 text-faint text-small tabular-nums leading-snug ${styles.facts}`}
                  >
                    {facts(post)}
                  </span>
                </span>
                {all && post.thumbnail ? (
                  <img
                    className={`flex-none bg-surface-strong rounded object-cover ${styles.thumbnail}`}
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

interface CountProps {
  icon: IconNode;
  n: number;
  /** Text with `{n}` for screen readers. */
  text: string;
  marked?: boolean;
}

/** Renders the number of likes or replies with an icon. */
export function Count({ icon, n, text, marked = false }: CountProps) {
  return (
    <span className={marked ? `text-accent ${styles.liked}` : styles.count}>
      <Icon of={icon} size={16} filled={marked} />
      <VisuallyHidden>{fillCopy(text, { n })}</VisuallyHidden>
      <span aria-hidden>{n}</span>
    </span>
  );
}

interface UnlessBlockedProps {
  id: string;
  /** All posts of the group: their viewer state is fetched together. */
  among: readonly { id: string }[];
  children: ReactNode;
}

/** Renders a post without viewer state, unless its author is blocked [MO-11]. Requests nothing without blocks. */
function UnlessBlocked({ id, among, children }: UnlessBlockedProps) {
  const { blocked } = useSession();
  // The first rendering equals the server's.
  const enabled = useHydrated() && blocked !== undefined;
  const { data } = useQuery({ ...marksQuery(among.map((post) => post.id)), enabled });
  return enabled && data?.folded?.includes(id) ? null : children;
}
