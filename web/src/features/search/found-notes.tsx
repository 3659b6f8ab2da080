import { X } from 'lucide';
import { copy, fillCopy } from '../../copy.ko.ts';
import type { Output } from '../../lib/api.ts';
import { navigate, Link } from '../../lib/router.tsx';
import { Icon } from '../../components/button.tsx';
import { VisuallyHidden } from '../../components/visually-hidden.tsx';
import styles from './found.module.css';
import { type Search, searchPath } from './search-queries.ts';

type Page = Output<'GET /api/search'>;

interface FoundNotesProps {
  search: Search;
  /** Empty during a search. */
  pages: readonly Page[];
}

/** Renders the number of posts and the query that was searched. */
export function FoundNotes({ search, pages }: FoundNotesProps) {
  const { query } = search;
  // Pages may be empty: only the last has the searched words.
  const last = pages.at(-1);
  const count = countOf(pages);
  const searched = last?.searched ?? '';
  const without = (words: string) => searchPath({ ...search, plain: `${search.plain} ${words}`.trim() });

  return (
    <>
      {last?.boards ? (
        <ul className={`${styles.chips} ${styles.boards}`} aria-label={copy['search.boards']}>
          {last.boards.map(({ words, names }) => (
            <li key={words}>
              <button
                type="button"
                className={styles.chip}
                onClick={() => {
                  navigate(without(words));
                  // The button is removed.
                  document.querySelector('h1')?.focus({ preventScroll: true });
                }}
              >
                {fillCopy(copy['search.board'], { name: names.length > 1 ? words : (names[0] ?? '') })}
                <VisuallyHidden>{copy['search.board.remove']}</VisuallyHidden>
                <Icon of={X} size={18} />
              </button>
            </li>
          ))}
        </ul>
      ) : null}
      {(last?.corrected || last?.reduced) && count ? (
        <p className={styles.note}>
          {fillCopy(copy['search.corrected'], { searched, as: endsOpen(searched) ? '로' : '으로' })}{' '}
          {last.corrected ? (
            <Link className={styles.literal} to={without(query)}>
              {fillCopy(copy['search.literal'], { query })}
            </Link>
          ) : null}
        </p>
      ) : null}
      {last?.shortened && count ? (
        <p className={styles.note}>{fillCopy(copy['search.shortened'], { searched })}</p>
      ) : null}
      {last?.scope === 'beginnings' && count ? (
        <p className={styles.note}>{copy['search.beginnings']}</p>
      ) : null}
      {/* Always there, so that screen readers hear it change. */}
      <p className={styles.count} aria-live="polite">
        {count || (last?.nextCursor === null && <VisuallyHidden>{copy['search.count.none']}</VisuallyHidden>)}
      </p>
    </>
  );
}

/** Returns the number of posts as text; empty if none or unknown. */
function countOf(pages: readonly Page[]): string {
  const loaded = pages.reduce((sum, { posts }) => sum + posts.length, 0);
  const { count = 0, more = false } = pages[0]?.total ?? {};
  const isCut = pages.at(-1)?.nextCursor !== null && (more || loaded > count);
  const n = Math.max(loaded, count);
  return n === 0 ? '' : fillCopy(isCut ? copy['search.count.more'] : copy['search.count'], { n });
}

/** Whether 로, not 으로, follows: no final consonant, or ㄹ. */
function endsOpen(word: string): boolean {
  const final = ((word.codePointAt(word.length - 1) ?? 0) - 0xac00) % 28;
  return final === 0 || final === 8;
}
