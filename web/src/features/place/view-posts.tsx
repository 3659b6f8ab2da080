import type { PostSummary } from '@madang/contract/posts/schema';
import { useQuery } from '@tanstack/react-query';
import { copy } from '../../copy.ko.ts';
import { Failure } from '../../parts/campus/failure.tsx';
import { PostCard } from '../../parts/post/post-card.tsx';
import { useMarks } from '../../parts/post/use-marks.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { viewQuery } from './view-query.ts';
import styles from './view.module.css';

/** What students asked and wrote of a building. */
export function ViewPosts({ buildingId }: { buildingId: string }) {
  const { data, error, refetch } = useQuery(viewQuery(buildingId));
  if (!data && error) return <Failure error={error} onRetry={refetch} />;
  if (!data) return <Skeleton height="240px" />;
  return (
    <>
      <Posts title={copy['view.answered']} posts={data.answered} />
      <Posts title={copy['view.marked']} posts={data.marked} />
    </>
  );
}

function Posts({ title, posts }: { title: string; posts: readonly PostSummary[] }) {
  const { liked, folded } = useMarks(posts.length > 0 ? [posts.map(({ id }) => id)] : []);
  const shown = posts.filter(({ id }) => !folded.has(id));
  if (shown.length === 0) return null;
  return (
    <section>
      <h2 className={styles.heading}>{title}</h2>
      <ul>
        {shown.map((post) => (
          <li key={post.id}>
            <PostCard post={post} preview={post.keywords.join(' · ')} liked={liked.has(post.id)} />
          </li>
        ))}
      </ul>
    </section>
  );
}
