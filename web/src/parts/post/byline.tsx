import { copy } from '../../copy.ko.ts';
import { DateTime } from '../campus/campus-time.tsx';
import styles from './byline.module.css';

interface BylineProps {
  /** Null when the author withdrew. */
  nickname: string | null;
  instant: string | undefined;
  /** A reply of anyone who wrote the post. */
  byAuthor?: boolean;
  /** When it was last edited, if that is to be said. */
  editedAt?: string | null | undefined;
}

/** Who wrote a post or reply, and when. */
export function Byline({ nickname, instant, byAuthor, editedAt }: BylineProps) {
  return (
    <p className={styles.byline}>
      <span className={styles.nickname}>{nickname ?? copy['author.unknown']}</span>
      {byAuthor ? <span className={styles.author}>{copy['reply.author']}</span> : null}
      <span className={styles.when}>{instant ? <DateTime instant={instant} /> : null}</span>
      {editedAt ? (
        <span className={styles.when}>
          {copy['own.edited']} <DateTime instant={editedAt} />
        </span>
      ) : null}
    </p>
  );
}
