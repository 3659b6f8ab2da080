import { markWords } from '@madang/contract/search/marks';
import type { PostSummary } from '@madang/contract/posts/schema';
import { memo, type ReactNode } from 'react';
import { PostCard } from '../posts/post-list.tsx';
import styles from './found.module.css';

interface FoundCardProps {
  post: PostSummary;
  /** Searched words, joined by spaces. */
  searched: string;
  /** Highlight only the title. */
  titleOnly: boolean;
  liked: boolean;
}

/** Renders a post with the searched words marked, as plain text [FS-06]. */
export const FoundCard = memo(function FoundCard({ post, searched, titleOnly, liked }: FoundCardProps) {
  const words = searched.split(' ');
  return (
    <PostCard
      post={post}
      title={mark(post.title, words, titleOnly)}
      preview={post.preview === '' || titleOnly ? post.preview : mark(post.preview, words)}
      liked={liked}
    />
  );
});

/** @param first marks only the first match. */
function mark(text: string, words: readonly string[], first = false): ReactNode {
  let marked = 0;
  return markWords(text, words).map((part, place) => {
    if (!part.marked || (first && marked > 0)) return part.text;
    marked += 1;
    return (
      <mark key={place} className={styles.mark}>
        {part.text}
      </mark>
    );
  });
}
