import type { Hot } from '@madang/contract/posts/schema';
import { useQuery } from '@tanstack/react-query';
import { copy } from '../../copy.ko.ts';
import { Failure, isMissing } from '../../parts/campus/failure.tsx';
import { useOfficialAction } from '../../parts/campus/official-feature.ts';
import { Screen } from '../../parts/campus/screen.tsx';
import { hotQuery, readHotState } from '../../parts/post/hot-queries.ts';
import { LikeButton } from '../../parts/post/like-button.tsx';
import { postQuery } from '../../parts/post/post-queries.ts';
import { useLike } from '../../parts/post/use-like.ts';
import { ReplyComposer } from '../../parts/reply/reply-composer.tsx';
import { ReplyList } from '../../parts/reply/reply-list.tsx';
import { useReplies } from '../../parts/reply/use-replies.ts';
import { useLocation, useParams } from '../../router/router.tsx';
import { PostArticle, type ShownPost } from './post-article.tsx';
import { ScrapButton } from './scrap-button.tsx';
import styles from './post.module.css';

const missing = { text: copy['hot.missing'], to: '/board/hot' };

/** The post named by the navigation state, else by the hot entry's id [SC-24]. */
export default function HotPostScreen() {
  const { id = '' } = useParams();
  const { state } = useLocation();
  const given = readHotState(state, id);
  const entry = useQuery({ ...hotQuery(id), enabled: given === undefined });
  const hot = given ?? entry.data;
  const whole = useQuery({ ...postQuery(hot?.postId ?? ''), enabled: hot !== undefined });
  const failed = [entry, whole].find(({ error, data }) => error && (isMissing(error) || !data));

  if (failed || !hot) {
    return (
      <Screen title={copy['tile.hot']}>
        {failed ? (
          <Failure error={failed.error} onRetry={() => void failed.refetch()} missing={missing} />
        ) : (
          <Waiting />
        )}
      </Screen>
    );
  }
  const post = whole.data ?? toShownPost(hot);
  return (
    <Screen title={post.title} heading="shown">
      <HotPost key={id} post={post} loading={!whole.data} />
    </Screen>
  );
}

function HotPost({ post, loading }: { post: ShownPost; loading: boolean }) {
  const { liked, toggle } = useLike(post.id, post.likeCount);
  const like = useOfficialAction('hotLike', copy['notice.hotLike'], { hotLike: toggle });
  const replies = useReplies(post.id);
  return (
    <>
      <PostArticle post={post}>
        {loading ? <Waiting /> : null}
        <div className={styles.actions}>
          <LikeButton liked={liked} count={post.likeCount} onPress={like} />
          <ScrapButton />
        </div>
      </PostArticle>
      <ReplyList replies={replies} count={post.replyCount} />
      <ReplyComposer postId={post.id} replies={replies} />
    </>
  );
}

function Waiting() {
  return (
    <p className={styles.waiting} role="status">
      {copy['hot.loading']}
    </p>
  );
}

/** What the list knew, without the date: the entry's own is that of its promotion. */
function toShownPost({ postId, content, createdAt: _, ...hot }: Hot): ShownPost {
  return { ...hot, id: postId, preview: content };
}
