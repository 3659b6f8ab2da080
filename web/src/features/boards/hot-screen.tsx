import { firstParagraph } from '@madang/contract/text/rules';
import { useInfiniteQuery } from '@tanstack/react-query';
import { copy } from '../../copy.ko.ts';
import { Screen } from '../../parts/campus/screen.tsx';
import { EmptyBoard } from '../../parts/post/empty-board.tsx';
import { EndlessList } from '../../parts/post/endless-list.tsx';
import { hotsQuery } from '../../parts/post/hot-queries.ts';
import { PostCard } from '../../parts/post/post-card.tsx';

export default function HotScreen() {
  return (
    <Screen title={copy['tile.hot']}>
      <EndlessList
        query={useInfiniteQuery(hotsQuery)}
        readItems={(page) => page.hots}
        renderItem={(hot) => <PostCard post={hot} preview={firstParagraph(hot.content)} />}
        empty={<EmptyBoard text={copy['empty.hot']} />}
      />
    </Screen>
  );
}
