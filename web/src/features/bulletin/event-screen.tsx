import type { Event } from '@madang/contract/bulletin/schema';
import { useQuery } from '@tanstack/react-query';
import { copy } from '../../copy.ko.ts';
import { eventQuery, readBulletinState } from '../../parts/bulletin/bulletin-queries.ts';
import { useLocation, useParams } from '../../router/router.tsx';
import { BulletinArticle } from './bulletin-article.tsx';

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
