import type { Notice } from '@madang/contract/bulletin/schema';
import { useQuery } from '@tanstack/react-query';
import { copy } from '../../copy.ko.ts';
import { useLocation, useParams } from '../../lib/router.tsx';
import { BulletinArticle } from './bulletin-article.tsx';
import { noticeQuery, readBulletinState } from './entry-queries.ts';
import { useReadNotice } from './use-read-notice.ts';

export default function NoticeScreen() {
  const { id = '' } = useParams();
  const { state } = useLocation();
  const query = useQuery({ ...noticeQuery(id), placeholderData: () => readBulletinState<Notice>(state, id) });
  useReadNotice(id, query.isSuccess && !query.isPlaceholderData);
  return (
    <BulletinArticle
      query={query}
      name={copy['board.notice']}
      missing={{ text: copy['state.missing.notice'], to: '/board/notice' }}
    />
  );
}
