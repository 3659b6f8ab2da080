import { isCafeteria } from '@madang/contract/places/meals';
import type { PostSummary } from '@madang/contract/posts/schema';
import { type CampusQuery, readCampusQuery } from '@madang/contract/search/campus-query';
import { markWords } from '@madang/contract/search/marks';
import { findNamed } from '@madang/contract/search/places';
import { isGibberish } from '@madang/contract/search/rules';
import {
  type InfiniteData,
  useInfiniteQuery,
  type UseInfiniteQueryResult,
  useQuery,
} from '@tanstack/react-query';
import { X } from 'lucide';
import { memo, type ReactNode, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { Button, Icon } from '../../components/button.tsx';
import { StateMessage } from '../../components/states.tsx';
import { Tabs } from '../../components/tabs.tsx';
import { VisuallyHidden } from '../../components/visually-hidden.tsx';
import { copy, fillCopy } from '../../copy.ko.ts';
import { isRefusal, type Output } from '../../lib/api.ts';
import {
  asideKey,
  deleteDraft,
  draftKey,
  exchangeDrafts,
  hasDraft,
  readDraft,
  writeDraft,
} from '../../lib/drafts.ts';
import { Link, navigate, useLocation } from '../../lib/router.tsx';
import { rememberScroll, restoreScroll } from '../../lib/scroll-memory.ts';
import { showToast } from '../../lib/toast-store.ts';
import { lazyModule, useModule } from '../../lib/use-module.ts';
import { buildingsQuery, type Pack, packQuery } from '../campus/campus-queries.ts';
import { useProblemText } from '../campus/problem-text.ts';
import { useAction } from '../campus/use-action.ts';
import { mealsQuery, roomsQuery } from '../places/place-queries.ts';
import { EndlessList, PostListSkeleton } from '../posts/endless-list.tsx';
import { PostCard, useMarks } from '../posts/post-list.tsx';
import { SimilarQuestions } from '../posts/similar-questions.tsx';
import { useUser } from '../session/session.ts';
import { FoundOnCampus } from './found-on-campus.tsx';
import styles from './search.module.css';
import { type Place, PlaceChips, usePlaces } from './suggestions.tsx';
import {
  describeQuery,
  foundPostsQuery,
  type Search,
  type SearchOrder,
  searchPath,
} from './search-queries.ts';

const offer = lazyModule(() => import('./alert-offer.tsx'));

/** Age in milliseconds from which results count as old, so an alert is offered. */
const OLD = 30 * 24 * 60 * 60_000;

type Page = Output<'GET /api/search'>;
type FoundQuery = UseInfiniteQueryResult<InfiniteData<Page>>;

const orders = [
  { value: 'relevant', label: copy['search.order.relevant'] },
  { value: 'recent', label: copy['sort.recent'] },
] as const satisfies { value: SearchOrder; label: string }[];

/** Renders the results of a query; addresses may contain invalid ones. */
export function Found(search: Search) {
  const problem = describeQuery(search.query);
  usePlaceOfQuery();
  return problem ? <StateMessage picture="search" text={problem} /> : <Results {...search} />;
}

function Results(search: Search) {
  const { query, order } = search;
  const found = useInfiniteQuery(foundPostsQuery(search));
  const { data } = found;
  // Pages may be empty: only the last has the matched words.
  const last = data?.pages.at(-1);
  const { pack, asked, isSettled } = useAsked(query);
  const offered = useModule(offer, data !== undefined && isWanting(data.pages) && !isGibberish(query));

  const isReady = useReady(query, isSettled && !found.isLoading);
  return (
    <>
      {isReady ? (
        <PlaceChips query={query} found={data?.pages[0]?.places} searched={last?.searched} />
      ) : (
        <PostListSkeleton />
      )}
      {isReady && pack && asked ? (
        <FoundOnCampus key={query} query={query} asked={asked} pack={pack} />
      ) : null}
      {/* How many posts there are is told where it stood before. */}
      <div className={isReady ? undefined : styles.waiting}>
        <Tabs
          label={copy['search.order']}
          items={orders}
          value={order}
          onChange={(value) => navigate(searchPath({ ...search, order: value }), { replace: true })}
        >
          <FoundNotes search={search} pages={(isReady && data?.pages) || []} />
          {isReady ? <FoundPosts query={query} found={found} /> : null}
          {isReady && found.isSuccess && (last?.reduced || isEmpty(data?.pages ?? [])) ? (
            <SimilarQuestions title={query} />
          ) : null}
          {offered && found.isSuccess ? <offered.AlertOffer key={query} query={query} /> : null}
        </Tabs>
      </div>
    </>
  );
}

/** Renders the posts, or why there are none. */
function FoundPosts({ query, found }: { query: string; found: FoundQuery }) {
  const { data, error, refetch } = found;
  const { describeError } = useProblemText();
  const marks = useMarks(data?.pages.map(({ posts }) => posts.map(({ id }) => id)) ?? []);
  const last = data?.pages.at(-1);
  const searched = last?.searched ?? '';
  const beginnings = last?.scope === 'beginnings';
  return !data && isRefusal(error, 'limit.reached') ? (
    <StateMessage picture="failed" text={describeError(error)} role="alert">
      <Button look="plain" onClick={() => void refetch()}>
        {copy['action.retry']}
      </Button>
    </StateMessage>
  ) : (
    <EndlessList
      query={found}
      readItems={({ posts }) => posts.filter(({ id }) => !marks.folded.has(id))}
      renderItem={(post) => (
        <FoundCard post={post} searched={searched} titleOnly={beginnings} liked={marks.liked.has(post.id)} />
      )}
      empty={<NothingFound query={query} searched={searched} short={beginnings} />}
    />
  );
}

/** Whether everything for the query was ready once: later content above the posts would move them. */
function useReady(query: string, isThere: boolean): boolean {
  const [ready, setReady] = useState<string>();
  if (isThere && ready !== query) setReady(query);
  return ready === query;
}

const isEmpty = (pages: readonly Page[]): boolean => pages.every(({ posts }) => posts.length === 0);

/** Whether nothing, or nothing recent, matched the typed query. */
function isWanting(pages: readonly Page[]): boolean {
  const since = Date.now() - OLD;
  return pages.every(
    ({ posts, corrected, reduced }) =>
      reduced || (!corrected && posts.every(({ createdAt }) => Date.parse(createdAt) < since)),
  );
}

interface FoundCardProps {
  post: PostSummary;
  /** Searched words, joined by spaces. */
  searched: string;
  titleOnly: boolean;
  liked: boolean;
}

/** Renders a post with the searched words marked, as plain text [FS-06]. */
const FoundCard = memo(function FoundCard({ post, searched, titleOnly, liked }: FoundCardProps) {
  const words = searched.split(' ');
  return (
    <PostCard
      post={post}
      title={mark(post.title, words, titleOnly)}
      preview={post.preview === '' || titleOnly ? post.preview : mark(post.preview, words)}
      liked={liked}
    />
  );
});

/** @param first marks only the first match. */
function mark(text: string, words: readonly string[], first = false): ReactNode {
  let marked = 0;
  return markWords(text, words).map((part, place) => {
    if (!part.marked || (first && marked > 0)) return part.text;
    marked += 1;
    return (
      <mark key={place} className={`text-accent font-bold ${styles.mark}`}>
        {part.text}
      </mark>
    );
  });
}

interface FoundNotesProps {
  search: Search;
  /** Empty during a search. */
  pages: readonly Page[];
}

/** Renders the number of posts and the query that was searched. */
function FoundNotes({ search, pages }: FoundNotesProps) {
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
        <p className="pad-3 text-soft text-note border-b">
          {fillCopy(copy['search.corrected'], { searched, as: endsOpen(searched) ? '로' : '으로' })}{' '}
          {last.corrected ? (
            <Link className={`inline-row min-h-touch font-semibold ${styles.literal}`} to={without(query)}>
              {fillCopy(copy['search.literal'], { query })}
            </Link>
          ) : null}
        </p>
      ) : null}
      {last?.shortened && count ? (
        <p className="pad-3 text-soft text-note border-b">
          {fillCopy(copy['search.shortened'], { searched })}
        </p>
      ) : null}
      {last?.scope === 'beginnings' && count ? (
        <p className="pad-3 text-soft text-note border-b">{copy['search.beginnings']}</p>
      ) : null}
      {/* Always there, so that screen readers hear it change. */}
      <p className={`pad-3 text-soft text-note ${styles.count}`} aria-live="polite">
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

interface NothingFoundProps {
  query: string;
  /** Searched words; empty if the query has only symbols. */
  searched: string;
  /** True for a single letter. */
  short: boolean;
}

/** Renders that no post matched; one tap turns the query into a question. */
function NothingFound({ query, searched, short }: NothingFoundProps) {
  const { id } = useUser();
  const place = findPlace(query, usePlaces());
  const ask = useAction(() =>
    askQuestion(id, {
      title: query.trim(),
      body: place?.kind === 'building' ? fillCopy(copy['search.ask.place'], { place: place.name }) : '',
      keywords: place?.kind === 'keyword' ? [place.name] : [],
    }),
  );
  if (searched === '') return <StateMessage picture="search" text={copy['search.none.signs']} />;
  if (short) return <StateMessage picture="search" text={copy['search.none.short']} />;
  return (
    <StateMessage picture="search" text={fillCopy(copy['search.none'], { query })}>
      <Button {...ask}>{copy['search.ask']}</Button>
    </StateMessage>
  );
}

/** Returns the place meant by the query or a word of it; undefined if ambiguous. */
function findPlace(query: string, places: readonly Place[]): Place | undefined {
  for (const text of [query, ...query.trim().split(/\s+/)]) {
    const [place, ...others] = [...text].length > 1 ? findNamed(text, places) : [];
    if (place && others.length === 0) return place;
  }
  return undefined;
}

/** Milliseconds the posts wait for the results above them. */
const TIMEOUT = 1_500;

/** Returns the campus meaning of a query, and whether all its results are ready or late. */
function useAsked(query: string): {
  pack: Pack | undefined;
  asked: CampusQuery | undefined;
  isSettled: boolean;
} {
  const packs = useQuery(packQuery);
  const buildings = useQuery(buildingsQuery);
  const pack = packs.data;
  const asked = useMemo(
    () => pack && readCampusQuery(query, pack, buildings.data ?? []),
    [query, pack, buildings.data],
  );
  const serves = pack?.amenities.some(({ kind }) => isCafeteria(kind)) ?? false;
  const meals = useQuery({ ...mealsQuery, enabled: serves });
  const only = asked?.others.length === 0;
  const rooms = useQuery({ ...roomsQuery, enabled: only && asked.answers.has('rooms') });
  // Unknown words may name a dish.
  const mayEat = asked !== undefined && (!only || asked.answers.has('meals'));
  const isThere = [packs, buildings, rooms, ...(mayEat ? [meals] : [])].every(
    ({ isLoading, failureCount }) => !isLoading || failureCount > 0,
  );
  const isSettled = useLate(query) || isThere;
  return { pack, asked, isSettled };
}

/** Whether the query has waited for the full timeout. */
function useLate(query: string): boolean {
  const [late, setLate] = useState<string>();
  useEffect(() => {
    const timer = setTimeout(setLate, TIMEOUT, query);
    return () => clearTimeout(timer);
  }, [query]);
  return late === query;
}

/** Scroll positions of this screen by history key. */
const tops = new Map<string, number>();

/** Scrolls a new query to the top, and restores the position on back: all share one path. */
function usePlaceOfQuery(): void {
  const { key } = useLocation();
  const shown = useRef<string>(undefined);
  useLayoutEffect(() => {
    const isOther = shown.current !== undefined && shown.current !== key;
    if (isOther) rememberScroll(key, tops.get(key) ?? 0);
    const stop = isOther ? restoreScroll(key) : undefined;
    shown.current = key;
    const remember = (): void => void tops.set(key, window.scrollY);
    window.addEventListener('scroll', remember, { passive: true });
    return () => {
      stop?.();
      window.removeEventListener('scroll', remember);
    };
  }, [key]);
}

/** Initial text of a question. */
interface AskedQuestion {
  title: string;
  body: string;
  keywords: readonly string[];
}

/** Returns the storage key of the last prefilled question: an equal draft is unedited. */
const begunKey = (key: string): string => `${key}:asked`;

const isAny = (value: unknown): value is AskedQuestion => typeof value === 'object' && value !== null;

/**
 * Opens the question form with this text [FS-11]. A draft is set aside and offered there; if one is already aside, the draft
 * opens instead.
 */
async function askQuestion(userId: string, asked: AskedQuestion): Promise<void> {
  const key = draftKey(userId, 'question');
  if (isUntouched(key)) deleteDraft(key);
  const free = !hasDraft(key) || (!hasDraft(asideKey(key)) && (await exchangeDrafts(key)));
  if (free) writeDraft(begunKey(key), asked);
  else showToast(copy['search.aside.open']);
  // Differs from the board's address, so sending leads there, not back to the search.
  const from = '/board/question#asked';
  if (window.location.pathname === '/search')
    navigate('/write', { state: { from, ...(free ? { asked } : {}) } });
}

function isUntouched(key: string): boolean {
  const [draft, begun] = [readDraft(key, isAny), readDraft(begunKey(key), isAny)];
  const text = (value?: AskedQuestion) => value && JSON.stringify([value.title, value.body, value.keywords]);
  return (
    draft !== undefined &&
    text(draft) === text(begun) &&
    !(draft as { pictures?: unknown[] }).pictures?.length
  );
}
