import type { PostSummary } from '@madang/contract/posts/schema';
import { useQuery } from '@tanstack/react-query';
import { copy } from '../../copy.ko.ts';
import { Failure, isMissing } from '../campus/failure.tsx';
import { Screen } from '../campus/screen.tsx';
import { useHidden } from './lazy-parts.ts';
import { postQuery, readEntry } from '../posts/post-queries.ts';
import { ReplySkeleton } from './reply-list.tsx';
import { useLocation, useParams } from '../../lib/router.tsx';
import { PostBody, type ShownPost } from './post-body.tsx';

export default function PostScreen() {
  const { id = '' } = useParams();
  const { state } = useLocation();
  const { data, error, refetch } = useQuery(postQuery(id));
  const hidden = useHidden();
  const given = readEntry<PostSummary>(state, 'post', id);
  // The navigation state may still contain a deleted post.
  const post: ShownPost | undefined = isMissing(error) ? undefined : (data ?? given);

  if (post) {
    return (
      <Screen title={post.title} heading="shown">
        <PostBody key={id} post={post} />
      </Screen>
    );
  }
  const failure = (
    <Failure error={error} onRetry={refetch} missing={{ text: copy['state.missing.post'], to: '/' }} />
  );
  // Hidden or deleted is not yet known; the official title covers both.
  const failed = isMissing(error) ? copy['state.missing.post.title'] : copy['state.failed'];
  return (
    <Screen title={error ? failed : copy['state.loading']}>
      {error ? (
        hidden && isMissing(error) ? (
          <hidden.HiddenPost id={id}>{failure}</hidden.HiddenPost>
        ) : (
          failure
        )
      ) : (
        <ReplySkeleton />
      )}
    </Screen>
  );
}
