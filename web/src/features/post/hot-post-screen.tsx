import type { Hot } from '@madang/contract/posts/schema';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { copy } from '../../copy.ko.ts';
import { Failure, isMissing } from '../../parts/campus/failure.tsx';
import { Screen } from '../../parts/campus/screen.tsx';
import { hotsKey, postQuery, readEntry } from '../../parts/post/post-queries.ts';
import { ask } from '../../platform/api.ts';
import { useLocation, useParams } from '../../router/router.tsx';
import type { ShownPost } from './post-article.tsx';
import { PostBody } from './post-body.tsx';
import styles from './post.module.css';

function hotQuery(id: string) {
  return queryOptions({
    queryKey: [...hotsKey, id],
    ...ask('GET /api/hots/{id}', { path: { id } }),
  });
}

const missing = { text: copy['hot.missing'], to: '/board/hot' };

/** The post named by the navigation state, else by the hot entry's id [SC-24]. */
export default function HotPostScreen() {
  const { id = '' } = useParams();
  const { state } = useLocation();
  const given = readEntry<Hot>(state, 'hot', id);
  const entry = useQuery({ ...hotQuery(id), enabled: given === undefined });
  const hot = given ?? entry.data;
  const whole = useQuery({ ...postQuery(hot?.postId ?? ''), enabled: hot !== undefined });
  const failed = [entry, whole].find(({ error, data }) => error && (isMissing(error) || !data));

  if (failed || !hot) {
    return (
      <Screen title={copy['tile.hot']}>
        {failed ? <Failure error={failed.error} onRetry={failed.refetch} missing={missing} /> : <Waiting />}
      </Screen>
    );
  }
  const post = whole.data ?? toShownPost(hot);
  return (
    <Screen title={post.title} heading="shown">
      <PostBody key={id} post={post} hot>
        {whole.data ? null : <Waiting />}
      </PostBody>
    </Screen>
  );
}

/** What the list knew, without the date: the entry has that of its promotion. */
function toShownPost({ postId, content, createdAt: _, ...hot }: Hot): ShownPost {
  return { ...hot, id: postId, preview: content };
}

function Waiting() {
  return (
    <p className={styles.waiting} role="status">
      {copy['hot.loading']}
    </p>
  );
}
