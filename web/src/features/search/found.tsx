import { useInfiniteQuery } from '@tanstack/react-query';
import { isGibberish } from '@madang/contract/search/rules';
import { copy } from '../../copy.ko.ts';
import { useProblemText } from '../../parts/campus/problem-text.ts';
import { EndlessList } from '../../parts/post/endless-list.tsx';
import { PostListSkeleton } from '../../parts/post/post-list-skeleton.tsx';
import { SimilarQuestions } from '../../parts/post/similar-questions.tsx';
import { useMarks } from '../../parts/post/use-marks.ts';
import { useLatePart } from '../../parts/campus/use-late-part.ts';
import { isRefusal, type Output } from '../../platform/api.ts';
import { navigate } from '../../router/router.tsx';
import { Button } from '../../ui/button.tsx';
import { StateMessage } from '../../ui/state-message.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { lateModule } from '../../ui/use-module.ts';
import { FoundCard } from './found-card.tsx';
import { FoundNotes } from './found-notes.tsx';
import { FoundOnCampus } from './found-on-campus.tsx';
import { NothingFound } from './nothing-found.tsx';
import { PlaceChips } from './places.tsx';
import { describeQuery } from './query-text.ts';
import { foundPostsQuery, type Search, type SearchOrder, searchPath } from './search-queries.ts';
import { useAsked } from './use-asked.ts';
import { usePlaceOfQuery } from './use-place-of-query.ts';

const offer = lateModule(() => import('./alert-offer.tsx'));

/** What is older answers a search no longer: anyone who waits for news is asked whether to be told. */
const OLD = 30 * 24 * 60 * 60_000;

type Page = Output<'GET /api/search'>;

const orders = [
  { value: 'relevant', label: copy['search.order.relevant'] },
  { value: 'recent', label: copy['sort.recent'] },
] as const satisfies { value: SearchOrder; label: string }[];

/** What a query finds; an address may hold one that cannot be searched. */
export function Found(search: Search) {
  const problem = describeQuery(search.query);
  usePlaceOfQuery();
  return problem ? <StateMessage picture="search" text={problem} /> : <Results {...search} />;
}

function Results(search: Search) {
  const { query, order } = search;
  const found = useInfiniteQuery(foundPostsQuery(search));
  const { data, error, refetch } = found;
  const { describeError } = useProblemText();
  const marks = useMarks(data?.pages.map(({ posts }) => posts.map(({ id }) => id)) ?? []);
  // Pages may be empty: which words found something, the last one knows.
  const last = data?.pages.at(-1);
  const words = last?.searched.split(' ') ?? [];
  const { pack, asked, isSettled } = useAsked(query);
  const beginnings = last?.scope === 'beginnings';
  const offered = useLatePart(offer, data !== undefined && isWanting(data.pages) && !isGibberish(query));

  const posts =
    !data && isRefusal(error, 'limit.reached') ? (
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
          <FoundCard
            post={post}
            searched={words.join(' ')}
            titleOnly={beginnings}
            liked={marks.liked.has(post.id)}
          />
        )}
        empty={<NothingFound query={query} searched={last?.searched ?? ''} short={beginnings} />}
      />
    );

  // What comes above the posts and comes later would move them.
  if (!isSettled) return <PostListSkeleton />;
  return (
    <>
      <PlaceChips query={query} found={data?.pages[0]?.places} searched={last?.searched} />
      {pack && asked ? <FoundOnCampus query={query} asked={asked} pack={pack} /> : null}
      <Tabs
        label={copy['search.order']}
        items={orders}
        value={order}
        onChange={(value) => navigate(searchPath({ ...search, order: value }), { replace: true })}
      >
        <FoundNotes search={search} pages={data?.pages ?? []} />
        {posts}
        {found.isSuccess && (last?.reduced || isEmpty(data.pages)) ? (
          <SimilarQuestions title={query} />
        ) : null}
        {offered.parts && found.isSuccess ? <offered.parts.AlertOffer key={query} query={query} /> : null}
      </Tabs>
    </>
  );
}

const isEmpty = (pages: readonly Page[]): boolean => pages.every(({ posts }) => posts.length === 0);

/** Nothing was found, or nothing new, for what was typed. */
function isWanting(pages: readonly Page[]): boolean {
  const since = Date.now() - OLD;
  return pages.every(
    ({ posts, corrected, reduced }) =>
      reduced || (!corrected && posts.every(({ createdAt }) => Date.parse(createdAt) < since)),
  );
}
