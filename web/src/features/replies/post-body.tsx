import type { Post, PostSummary } from '@madang/contract/posts/schema';
import type { ReactNode } from 'react';
import { InHeader } from '../../components/header.tsx';
import { copy } from '../../copy.ko.ts';
import { Link } from '../../lib/router.tsx';
import { showToast } from '../../lib/toast-store.ts';
import { useCampus, useOfficial } from '../campus/campus-context.ts';
import { PostPictures } from '../pictures/post-pictures.tsx';
import { BodyText, Byline } from '../posts/body-text.tsx';
import { BookmarkButton, LikeButton, useLike } from '../posts/post-actions.tsx';
import { boardPath, keywordPath } from '../posts/post-queries.ts';
import { useTools } from './lazy-parts.ts';
import styles from './post.module.css';
import { ReplyComposer } from './reply-composer.tsx';
import { ReplyList } from './reply-list.tsx';
import { useReplies } from './use-replies.ts';

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
  const announced = !useOfficial() && hot;
  const replies = useReplies(post.id);
  const whole = 'authorId' in post ? post : null;
  const tools = useTools(whole?.authorId);
  // The tools load later inside it: wrapping would remount it and lose presses or focus.
  const article = (
    <PostArticle post={post} hot={hot}>
      {children}
      <div className="row gap-2 pt-2">
        <LikeButton
          liked={liked}
          count={post.likeCount}
          onPress={announced ? () => showToast(copy['notice.hotLike']) : toggle}
        />
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
      {folded && tools?.Folded ? (
        <tools.Folded thing={{ kind: 'post', id: post.id, authorId: whole?.authorId }}>
          {article}
        </tools.Folded>
      ) : (
        article
      )}
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

/** The whole post, or the list's data until it is loaded. */
export type ShownPost = Post | ListedPost;

type ListedPost = Omit<
  PostSummary,
  'buildingCategory' | 'thumbnail' | 'pictureCount' | 'createdAt' | 'solved'
> & {
  createdAt?: string;
};

interface PostArticleProps {
  post: ShownPost;
  /** Opened as a popular post. */
  hot?: boolean | undefined;
  children: ReactNode;
}

function PostArticle({ post, hot, children }: PostArticleProps) {
  const campus = useCampus();
  const inHeader = campus.edition === 'official' && !hot;
  return (
    <article className={`flex-col gap-4 px-margin pb-5 ${styles.article}`}>
      <div className={`row flex-wrap justify-between ${styles.facts}`}>
        {inHeader ? null : (
          <Link
            className={`inline-row min-h-touch text-soft text-small font-semibold underline ${styles.board}`}
            to={boardPath(post.buildingId)}
          >
            {post.buildingName}
          </Link>
        )}
        <Byline
          nickname={post.nickname}
          instant={post.createdAt}
          editedAt={'editedAt' in post ? post.editedAt : null}
        />
      </div>
      {'contents' in post ? (
        <Contents id={post.id} contents={post.contents} />
      ) : (
        <p dir="auto">{post.preview}</p>
      )}
      {post.keywords.length > 0 ? (
        <ul className={`flex flex-wrap text-soft text-note font-semibold ${styles.keywords}`}>
          {post.keywords.map((keyword) => {
            const path = keywordPath(post, keyword, campus);
            return <li key={keyword}>{path ? <Link to={path}>#{keyword}</Link> : `#${keyword}`}</li>;
          })}
        </ul>
      ) : null}
      {children}
    </article>
  );
}

function Contents({ id, contents }: Pick<Post, 'id' | 'contents'>) {
  return (
    <>
      {contents.map((content) =>
        content.format === 'text' ? <BodyText key="text" id={id} kind="post" text={content.text} /> : null,
      )}
      <PostPictures pictures={contents.filter((content) => content.format === 'image')} />
    </>
  );
}
