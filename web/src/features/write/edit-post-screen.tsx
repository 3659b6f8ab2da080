import { useQuery } from '@tanstack/react-query';
import { copy } from '../../copy.ko.ts';
import { Failure } from '../campus/failure.tsx';
import { Screen } from '../campus/screen.tsx';
import { postQuery } from '../posts/post-queries.ts';
import { useParams } from '../../lib/router.tsx';
import { EditForm } from './edit-form.tsx';
import { editQuery } from './edit-query.ts';
import { WriteSkeleton } from './write-skeleton.tsx';

export default function EditPostScreen() {
  const { id = '' } = useParams();
  const start = useQuery(editQuery(id));
  const post = useQuery(postQuery(id));
  const error = start.error ?? post.error;
  const retry = () => Promise.all([start.refetch(), post.refetch()]);
  return (
    <Screen title={copy['own.heading']}>
      {error ? (
        <Failure error={error} onRetry={retry} missing={{ text: copy['state.missing.post'], to: '/' }} />
      ) : start.data && post.data ? (
        <EditForm key={id} post={post.data} start={start.data} />
      ) : (
        <WriteSkeleton />
      )}
    </Screen>
  );
}
