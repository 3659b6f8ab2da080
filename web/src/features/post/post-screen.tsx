import { useQuery } from '@tanstack/react-query';
import { copy } from '../../copy.ko.ts';
import { Failure, isMissing } from '../../parts/campus/failure.tsx';
import { Screen } from '../../parts/campus/screen.tsx';
import { LikeButton } from '../../parts/post/like-button.tsx';
import { PostListSkeleton } from '../../parts/post/post-list-skeleton.tsx';
import { postQuery, readPostState } from '../../parts/post/post-queries.ts';
import { useLike } from '../../parts/post/use-like.ts';
import { ReplyComposer } from '../../parts/reply/reply-composer.tsx';
import { ReplyList } from '../../parts/reply/reply-list.tsx';
import { useReplies } from '../../parts/reply/use-replies.ts';
import { useLocation, useParams } from '../../router/router.tsx';
import { PostArticle, type ShownPost } from './post-article.tsx';
import { ScrapButton } from './scrap-button.tsx';
import styles from './post.module.css';

export default function PostScreen() {
  const { id = '' } = useParams();
  const { state } = useLocation();
  const { data, error, refetch } = useQuery(postQuery(id));
  const given = readPostState(state, id).post;
  // A post that is gone is gone, whatever the navigation state still says.
  const post: ShownPost | undefined = isMissing(error) ? undefined : (data ?? given);

  if (post) {
    return (
      <Screen title={post.title} heading="shown">
        <LoadedPost key={id} post={post} />
      </Screen>
    );
  }
  return (
    <Screen title={error ? copy['reply.heading'] : copy['state.loading']}>
      {error ? (
        <Failure
          error={error}
          onRetry={() => void refetch()}
          missing={{ text: copy['state.missing.post'], to: '/' }}
        />
      ) : (
        <PostListSkeleton count={1} />
      )}
    </Screen>
  );
}

function LoadedPost({ post }: { post: ShownPost }) {
  const { liked, toggle } = useLike(post.id, post.likeCount);
  const replies = useReplies(post.id);
  return (
    <>
      <PostArticle post={post}>
        <div className={styles.actions}>
          <LikeButton liked={liked} count={post.likeCount} onPress={toggle} />
          <ScrapButton />
        </div>
      </PostArticle>
      <ReplyList replies={replies} count={post.replyCount} />
      <ReplyComposer postId={post.id} replies={replies} />
    </>
  );
}
