import { firstParagraph } from '@madang/contract/text/rules';
import type { UseQueryResult } from '@tanstack/react-query';
import { EventPicture } from './event-picture.tsx';
import { useCampus } from '../campus/campus-context.ts';
import { DateTime } from '../campus/campus-time.tsx';
import { Failure } from '../campus/failure.tsx';
import { EmptyBoard, PostListSkeleton } from '../posts/endless-list.tsx';
import { Link } from '../../lib/router.tsx';
import styles from '../posts/post-list.module.css';

interface Entry {
  id: string;
  title: string;
  body: string;
  /** Null for an event without an image; undefined for notices. */
  image?: string | null | undefined;
  createdAt: string;
}

interface BulletinListProps {
  query: UseQueryResult<Entry[]>;
  path: string;
  empty: string;
}

/** Renders events or notices, newest first [SC-28]. */
export function BulletinList({ query: { data, error, refetch }, path, empty }: BulletinListProps) {
  const { operatorLabel } = useCampus();
  if (error && !data) return <Failure error={error} onRetry={refetch} />;
  if (!data) return <PostListSkeleton />;
  if (data.length === 0) return <EmptyBoard text={empty} />;
  return (
    <ul>
      {data.map((entry) => (
        <li key={entry.id} className={styles.card}>
          <div className="flex-col gap-1 flex-1 min-w-0">
            <h2 className="text-title font-bold clamp-2 leading-snug">
              <Link className={styles.link} to={`${path}/${entry.id}`} state={{ entry, from: path }}>
                {entry.title}
              </Link>
            </h2>
            <p className="text-soft text-note clamp-2">{firstParagraph(entry.body)}</p>
            <p className={styles.facts}>
              <span>{operatorLabel}</span>
              <DateTime instant={entry.createdAt} />
            </p>
          </div>
          {entry.image ? (
            <img className={styles.picture} src={entry.image} alt="" width={72} height={72} loading="lazy" />
          ) : entry.image === null ? (
            <EventPicture title={entry.title} className={styles.picture} />
          ) : null}
        </li>
      ))}
    </ul>
  );
}
