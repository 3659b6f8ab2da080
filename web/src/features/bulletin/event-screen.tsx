import type { Event } from '@madang/contract/bulletin/schema';
import { useQuery } from '@tanstack/react-query';
import { copy } from '../../copy.ko.ts';
import { useLocation, useParams } from '../../lib/router.tsx';
import { BulletinArticle } from './bulletin-article.tsx';
import { eventQuery, readBulletinState } from './bulletin-queries.ts';

export default function EventScreen() {
  const { id = '' } = useParams();
  const { state } = useLocation();
  const query = useQuery({ ...eventQuery(id), placeholderData: () => readBulletinState<Event>(state, id) });
  return (
    <BulletinArticle
      query={query}
      name={copy['board.event']}
      missing={{ text: copy['state.missing.event'], to: '/board/event' }}
    />
  );
}
