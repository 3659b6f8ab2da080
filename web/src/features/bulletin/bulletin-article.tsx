import type { UseQueryResult } from '@tanstack/react-query';
import { useCampus } from '../campus/campus-context.ts';
import { DateTime } from '../campus/campus-time.tsx';
import { Failure } from '../campus/failure.tsx';
import { Screen } from '../campus/screen.tsx';
import { PostListSkeleton } from '../posts/endless-list.tsx';
import styles from './bulletin-article.module.css';
import { EventPicture } from './event-picture.tsx';

interface BulletinArticleProps {
  query: UseQueryResult<{
    title: string;
    body: string;
    image?: string | null | undefined;
    createdAt: string;
  }>;
  /** Screen name until the title is loaded. */
  name: string;
  missing: { text: string; to: string };
}

/** Renders one event or notice [SC-25, SC-26]. */
export function BulletinArticle({ query: { data, error, refetch }, name, missing }: BulletinArticleProps) {
  if (!data) {
    return (
      <Screen title={name}>
        {error ? (
          <Failure error={error} onRetry={refetch} missing={missing} />
        ) : (
          <PostListSkeleton count={1} />
        )}
      </Screen>
    );
  }
  return (
    <Screen title={data.title} heading="shown">
      <BulletinText {...data} />
    </Screen>
  );
}

interface BulletinTextProps {
  title: string;
  body: string;
  /** Null for an event without a picture. */
  image?: string | null | undefined;
  createdAt: string;
}

/** Renders author, time, picture and text of an operator's post, below its title. */
export function BulletinText({ title, body, image, createdAt }: BulletinTextProps) {
  const { operatorLabel } = useCampus();
  return (
    <article className="flex-col gap-4 px-margin pb-10">
      <p className="flex flex-wrap gap-x-2 text-faint text-small tabular-nums">
        <span>{operatorLabel}</span>
        <DateTime instant={createdAt} />
      </p>
      {image ? (
        <img className={styles.image} src={image} alt="" width={840} height={420} />
      ) : image === null ? (
        <EventPicture title={title} className={styles.image} />
      ) : null}
      <p className="whitespace-pre-wrap">{body}</p>
    </article>
  );
}
