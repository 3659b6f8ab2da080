import type { Post, PostSummary } from '@madang/contract/posts/schema';
import type { ReactNode } from 'react';
import { useCampus } from '../campus/campus-context.ts';
import { BodyText } from '../posts/body-text.tsx';
import { Byline } from '../posts/byline.tsx';
import { PostPictures } from '../pictures/post-pictures.tsx';
import { boardPath } from '../posts/post-queries.ts';
import { Link } from '../../lib/router.tsx';
import { keywordPath } from './keyword-path.ts';
import styles from './post.module.css';

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

export function PostArticle({ post, hot, children }: PostArticleProps) {
  const campus = useCampus();
  const inHeader = campus.edition === 'official' && !hot;
  return (
    <article className={styles.article}>
      <div className={styles.facts}>
        {inHeader ? null : (
          <Link className={styles.board} to={boardPath(post.buildingId)}>
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
        <ul className={styles.keywords}>
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
