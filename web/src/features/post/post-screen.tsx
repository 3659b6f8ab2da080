import type { PostSummary } from '@madang/contract/posts/schema';
import { useQuery } from '@tanstack/react-query';
import { copy } from '../../copy.ko.ts';
import { Failure, isMissing } from '../../parts/campus/failure.tsx';
import { Screen } from '../../parts/campus/screen.tsx';
import { postQuery, readEntry } from '../../parts/post/post-queries.ts';
import { ReplySkeleton } from '../../parts/reply/reply-list.tsx';
import { useLocation, useParams } from '../../router/router.tsx';
import type { ShownPost } from './post-article.tsx';
import { PostBody } from './post-body.tsx';

export default function PostScreen() {
  const { id = '' } = useParams();
  const { state } = useLocation();
  const { data, error, refetch } = useQuery(postQuery(id));
  const given = readEntry<PostSummary>(state, 'post', id);
  // The navigation state may still have a post that is gone.
  const post: ShownPost | undefined = isMissing(error) ? undefined : (data ?? given);

  if (post) {
    return (
      <Screen title={post.title} heading="shown">
        <PostBody key={id} post={post} />
      </Screen>
    );
  }
  return (
    <Screen title={error ? copy['reply.heading'] : copy['state.loading']}>
      {error ? (
        <Failure error={error} onRetry={refetch} missing={{ text: copy['state.missing.post'], to: '/' }} />
      ) : (
        <ReplySkeleton />
      )}
    </Screen>
  );
}
