import { queryOptions, useQuery } from '@tanstack/react-query';
import { MessageCircle } from 'lucide';
import { copy } from '../../copy.ko.ts';
import { RelativeTime } from '../campus/campus-time.tsx';
import { Failure } from '../campus/failure.tsx';
import { Count, PostRows } from '../posts/post-rows.tsx';
import { ask } from '../../lib/api.ts';
import { Skeleton } from '../../components/states.tsx';

/** Returns the query of a building view's posts; refetched each time it is shown. */
export function viewQuery(buildingId: string) {
  return queryOptions({
    queryKey: ['view', buildingId],
    ...ask('GET /api/buildings/{buildingId}/view', { path: { buildingId } }),
  });
}

/** Lists questions and posts about a building. */
export function ViewPosts({ buildingId }: { buildingId: string }) {
  const { data, error, refetch } = useQuery(viewQuery(buildingId));
  if (!data && error) return <Failure error={error} onRetry={refetch} />;
  if (!data) return <Skeleton height="240px" />;
  return (
    <>
      <PostRows
        title={copy['view.answered']}
        posts={data.answered}
        facts={({ createdAt, replyCount }) => (
          <>
            <RelativeTime instant={createdAt} />
            <Count icon={MessageCircle} n={replyCount} text={copy['count.replies']} />
          </>
        )}
      />
      <PostRows
        title={copy['view.marked']}
        posts={data.marked}
        facts={({ createdAt, keywords }) => (
          <>
            <span>{keywords.join(', ')}</span>
            <RelativeTime instant={createdAt} />
          </>
        )}
      />
    </>
  );
}
