import type { ReactNode } from 'react';
import { copy } from '../../copy.ko.ts';
import { InHeader } from '../../components/header.tsx';
import { useOfficialAction } from '../campus/official-feature.ts';
import { LikeButton } from '../posts/like-button.tsx';
import { useTools } from './use-moderation.ts';
import { useLike } from '../posts/use-like.ts';
import { ReplyComposer } from './reply-composer.tsx';
import { ReplyList } from './reply-list.tsx';
import { useReplies } from './use-replies.ts';
import { PostArticle, type ShownPost } from './post-article.tsx';
import styles from './post.module.css';
import { BookmarkButton } from './bookmark-button.tsx';

interface PostBodyProps {
  post: ShownPost;
  /** Opened as a popular post: the beta only announces its like. */
  hot?: boolean;
  /** Rendered below the text. */
  children?: ReactNode;
}

/** Renders a post with its actions and replies. */
export function PostBody({ post, hot, children }: PostBodyProps) {
  const { liked, folded, toggle } = useLike(post.id, post.likeCount);
  const likeHot = useOfficialAction(copy['notice.hotLike'], toggle);
  const replies = useReplies(post.id);
  const whole = 'authorId' in post ? post : null;
  const tools = useTools(whole?.authorId);
  // The tools load later inside it: wrapping would remount it and lose presses or focus.
  const article = (
    <PostArticle post={post} hot={hot}>
      {children}
      <div className={styles.actions}>
        <LikeButton liked={liked} count={post.likeCount} onPress={hot ? likeHot : toggle} />
        <BookmarkButton id={post.id} />
      </div>
    </PostArticle>
  );
  return (
    <>
      {tools && (
        <InHeader>
          <tools.Menu post={post} />
        </InHeader>
      )}
      <div data-board={post.buildingId}>{tools && <tools.Ticket {...post} />}</div>
      {folded && tools?.Folded ? <tools.Folded post={post}>{article}</tools.Folded> : article}
      <ReplyList
        postId={post.id}
        replies={replies}
        count={post.replyCount}
        authorId={whole?.authorId ?? null}
        accepted={whole?.acceptedReplyId}
      />
      <ReplyComposer postId={post.id} boardId={post.buildingId} replies={replies} />
    </>
  );
}
