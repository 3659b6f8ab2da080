import type { PostSummary } from '@madang/contract/posts/schema';
import type { ReactNode } from 'react';
import { copy } from '../../copy.ko.ts';
import { Link, useLocation } from '../../lib/router.tsx';
import styles from './post-rows.module.css';
import { UnlessBlocked } from './unless-blocked.tsx';

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
                <span className={styles.words}>
                  <span dir="auto" className={styles.title}>
                    {post.title}
                  </span>
                  <span className={styles.facts}>{facts(post)}</span>
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
