import { firstParagraph } from '@madang/contract/text/rules';
import { useInfiniteQuery } from '@tanstack/react-query';
import { copy } from '../../copy.ko.ts';
import { Screen } from '../campus/screen.tsx';
import { EmptyBoard, EndlessList } from './endless-list.tsx';
import { PostCard, useMarks } from './post-list.tsx';
import { hotsKey, listPages } from './post-queries.ts';
import { useSession } from '../session/session.ts';
import { ask } from '../../lib/api.ts';

/** Newest promotion first. */
const hotsQuery = listPages(hotsKey, (at) => ask('GET /api/hots', { query: at }));

export default function HotScreen() {
  const query = useInfiniteQuery(hotsQuery);
  // Only blocks are marked here: a user without blocks sends no request.
  const pages = (useSession().blocked && query.data?.pages) ?? [];
  const { folded } = useMarks(pages.map(({ hots }) => hots.map(({ postId }) => postId)));
  return (
    <Screen title={copy['tile.hot']}>
      <EndlessList
        query={query}
        readItems={({ hots }) => hots.filter(({ postId }) => !folded.has(postId))}
        renderItem={(hot) => <PostCard post={hot} preview={firstParagraph(hot.content)} />}
        empty={<EmptyBoard text={copy['empty.hot']} />}
      />
    </Screen>
  );
}
