import { countCodePoints } from '@madang/contract/text/rules';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { copy, fillCopy } from '../../copy.ko.ts';
import { ask } from '../../lib/api.ts';
import { Link, useLocation } from '../../lib/router.tsx';
import styles from './similar-questions.module.css';
import { useMarks } from './post-list.tsx';

/** Debounce in milliseconds: longer than between two letters. */
const PAUSE = 400;
/** Maximum length sent: a longer title finds no more. */
const TITLE_READ = 200;

function similarQuery(title: string) {
  return queryOptions({
    queryKey: ['similar', title],
    ...ask('GET /api/search/similar', { query: { title } }, ({ posts }) => posts),
    enabled: countCodePoints(title) > 1,
    placeholderData: keepPreviousData,
    staleTime: 60_000,
    // Optional content: not worth a retry.
    retry: false,
  });
}

/** Renders questions that share words with the typed text [FS-12]. */
export function SimilarQuestions({ title }: { title: string }) {
  const { pathname, search } = useLocation();
  const settled = useSettled(title.trim().slice(0, TITLE_READ));
  const { data } = useQuery(similarQuery(settled));
  const found = (countCodePoints(settled) > 1 && data) || [];
  const { folded } = useMarks([found.map(({ id }) => id)]);
  const posts = found.filter(({ id }) => !folded.has(id));
  const any = posts.length > 0;
  return (
    <section
      className={any ? 'bg-surface rounded pb-1 pt-3' : undefined}
      aria-label={any ? copy['search.similar'] : undefined}
    >
      {/* Stands there before there are any, so that it is told. */}
      <p className={`text-soft text-note font-semibold ${styles.heading}`} aria-live="polite">
        {any ? fillCopy(copy['search.similar.count'], { n: posts.length }) : null}
      </p>
      <ul>
        {posts.map((post) => (
          <li key={post.id}>
            <Link
              className={`row justify-between gap-3 min-h-touch ${styles.row}`}
              to={`/post/${post.id}`}
              state={{ post, from: `${pathname}${search}` }}
            >
              <span dir="auto" className="clamp-2">
                {post.title}
              </span>
              <span className="row flex-wrap gap-x-2 flex-none text-faint text-small">
                {post.solved ? (
                  <span className={`text-success font-semibold ${styles.solved}`}>
                    {copy['thread.solved']}
                  </span>
                ) : null}
                <span>{fillCopy(copy['count.replies'], { n: post.replyCount })}</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Returns the text once it is stable. */
function useSettled(text: string): string {
  const [settled, settle] = useState(text);
  useEffect(() => {
    const timer = setTimeout(settle, PAUSE, text);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
