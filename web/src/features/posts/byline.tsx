import { useState } from 'react';
import { copy } from '../../copy.ko.ts';
import { useOfficial } from '../campus/campus-context.ts';
import { DateTime, RelativeTime } from '../campus/campus-time.tsx';
import { VisuallyHidden } from '../../components/visually-hidden.tsx';
import styles from './byline.module.css';

interface BylineProps {
  /** Null if the author deleted the account. */
  nickname: string | null;
  instant: string | undefined;
  /** Whether the reply is by the author of the post. */
  byAuthor?: boolean;
  /** Time of the last edit, if shown. */
  editedAt?: string | null | undefined;
}

/** Renders author and time of a post or reply. */
export function Byline({ nickname, instant, byAuthor, editedAt }: BylineProps) {
  const official = useOfficial();
  return (
    <p className={styles.byline}>
      <span className={styles.nickname}>{nickname ?? copy['author.unknown']}</span>
      {byAuthor ? <span className={styles.author}>{copy['reply.author']}</span> : null}
      {instant && official ? <When instant={instant} editedAt={editedAt} /> : null}
      {instant && !official ? (
        <span className={styles.when}>
          <DateTime instant={instant} />
        </span>
      ) : null}
    </p>
  );
}

/** Renders the age and an edit mark; a tap shows both times in full [EV-04]. */
function When({ instant, editedAt }: { instant: string; editedAt: string | null | undefined }) {
  const [full, setFull] = useState(false);
  const Time = full ? DateTime : RelativeTime;
  return (
    <button type="button" className={styles.when} aria-expanded={full} onClick={() => setFull(!full)}>
      <Time instant={instant} />
      {editedAt ? (
        <>
          {` · ${copy['own.edited']} `}
          {full ? (
            <DateTime instant={editedAt} />
          ) : (
            <VisuallyHidden>
              <DateTime instant={editedAt} />
            </VisuallyHidden>
          )}
        </>
      ) : null}
    </button>
  );
}
