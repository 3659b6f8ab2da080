import type { Hot } from '@madang/contract/posts/schema';
import { useQuery } from '@tanstack/react-query';
import { copy } from '../../copy.ko.ts';
import { Failure, isMissing } from '../campus/failure.tsx';
import { Screen } from '../campus/screen.tsx';
import { hotsKey, postQuery, readEntry } from '../posts/post-queries.ts';
import { ask } from '../../lib/api.ts';
import { useLocation, useParams } from '../../lib/router.tsx';
import { PostBody, type ShownPost } from './post-body.tsx';
import styles from './post.module.css';

const waiting = (
  <p className={`pad-4 text-soft ${styles.waiting}`} role="status">
    {copy['hot.loading']}
  </p>
);

/** Renders the post in the navigation state, otherwise that of the hot entry's id [SC-24]. */
export default function HotPostScreen() {
  const { id = '' } = useParams();
  const { state } = useLocation();
  const given = readEntry<Hot>(state, 'hot', id);
  const entry = useQuery({
    queryKey: [...hotsKey, id],
    ...ask('GET /api/hots/{id}', { path: { id } }),
    enabled: !given,
  });
  const hot = given ?? entry.data;
  const whole = useQuery({ ...postQuery(hot?.postId ?? ''), enabled: !!hot });
  const failed = [entry, whole].find(({ error, data }) => error && (isMissing(error) || !data));

  if (failed || !hot) {
    return (
      <Screen title={copy['tile.hot']}>
        {failed ? (
          <Failure
            error={failed.error}
            onRetry={failed.refetch}
            missing={{ text: copy['hot.missing'], to: '/board/hot' }}
          />
        ) : (
          waiting
        )}
      </Screen>
    );
  }
  // Post data of the list, without the date: the entry has its promotion's date.
  const { postId, content, createdAt: _, ...listed } = hot;
  const post: ShownPost = whole.data ?? { ...listed, id: postId, preview: content };
  return (
    <Screen title={post.title} heading="shown">
      <PostBody key={id} post={post} hot>
        {!whole.data && waiting}
      </PostBody>
    </Screen>
  );
}
