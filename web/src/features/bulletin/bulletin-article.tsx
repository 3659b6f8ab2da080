import type { UseQueryResult } from '@tanstack/react-query';
import { BulletinText } from './bulletin-text.tsx';
import { Failure } from '../campus/failure.tsx';
import { Screen } from '../campus/screen.tsx';
import { PostListSkeleton } from '../posts/endless-list.tsx';

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
  if (!data || (error && !data)) {
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
