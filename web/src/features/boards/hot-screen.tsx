import type { Hot } from '@madang/contract/posts/schema';
import { firstParagraph } from '@madang/contract/text/rules';
import { useInfiniteQuery } from '@tanstack/react-query';
import { copy } from '../../copy.ko.ts';
import { DateTime } from '../../parts/campus/campus-time.tsx';
import { Screen } from '../../parts/campus/screen.tsx';
import { Card } from '../../parts/post/card.tsx';
import { EmptyBoard } from '../../parts/post/empty-board.tsx';
import { EndlessList } from '../../parts/post/endless-list.tsx';
import { hotsQuery } from '../../parts/post/hot-queries.ts';

export default function HotScreen() {
  return (
    <Screen title={copy['tile.hot']}>
      <EndlessList
        query={useInfiniteQuery(hotsQuery)}
        readItems={(page) => page.hots}
        renderItem={(hot) => <HotCard hot={hot} />}
        empty={<EmptyBoard text={copy['empty.hot']} />}
      />
    </Screen>
  );
}

function HotCard({ hot }: { hot: Hot }) {
  return (
    <Card
      {...hot}
      preview={firstParagraph(hot.content)}
      to={`/hotpost/${hot.id}`}
      state={{ hot, from: '/board/hot' }}
      time={<DateTime instant={hot.createdAt} />}
    />
  );
}
