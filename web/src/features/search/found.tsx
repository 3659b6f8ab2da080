import { type InfiniteData, useInfiniteQuery, type UseInfiniteQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import { isGibberish } from '@madang/contract/search/rules';
import { copy } from '../../copy.ko.ts';
import { useProblemText } from '../campus/problem-text.ts';
import { EndlessList, PostListSkeleton } from '../posts/endless-list.tsx';
import { SimilarQuestions } from '../posts/similar-questions.tsx';
import { useMarks } from '../posts/post-list.tsx';
import { useLazyModule } from '../campus/use-lazy-module.ts';
import { isRefusal, type Output } from '../../lib/api.ts';
import { navigate } from '../../lib/router.tsx';
import { Button } from '../../components/button.tsx';
import { StateMessage } from '../../components/states.tsx';
import { Tabs } from '../../components/tabs.tsx';
import { lazyModule } from '../../lib/use-module.ts';
import { FoundCard } from './found-card.tsx';
import { FoundNotes } from './found-notes.tsx';
import styles from './found.module.css';
import { FoundOnCampus } from './found-on-campus.tsx';
import { NothingFound } from './nothing-found.tsx';
import { PlaceChips } from './places.tsx';
import { describeQuery } from './query-text.ts';
import { foundPostsQuery, type Search, type SearchOrder, searchPath } from './search-queries.ts';
import { useAsked } from './use-asked.ts';
import { usePlaceOfQuery } from './use-place-of-query.ts';

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
  const offered = useLazyModule(offer, data !== undefined && isWanting(data.pages) && !isGibberish(query));

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
          {offered.parts && found.isSuccess ? <offered.parts.AlertOffer key={query} query={query} /> : null}
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
