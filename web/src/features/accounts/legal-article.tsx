import { useQuery } from '@tanstack/react-query';
import { copy, fillCopy } from '../../copy.ko.ts';
import { Failure } from '../../parts/campus/failure.tsx';
import { call } from '../../platform/api.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import styles from './account-form.module.css';

export type LegalDocument = 'terms' | 'privacy';

export function LegalArticle({ document }: { document: LegalDocument }) {
  const { data, error, refetch } = useQuery({
    queryKey: ['legal', document],
    queryFn: ({ signal }) => call('GET /api/legal/{document}', { path: { document } }, { signal }),
    staleTime: Infinity,
  });
  if (error) return <Failure error={error} onRetry={() => void refetch()} />;
  if (!data) {
    return (
      <div className={styles.article}>
        {[0, 1, 2, 3].map((row) => (
          <Skeleton key={row} height="64px" />
        ))}
      </div>
    );
  }
  return (
    <article className={styles.article}>
      <p>{fillCopy(copy['legal.effective'], { date: data.effectiveOn })}</p>
      {data.sections.map(({ heading, paragraphs }) => (
        <section key={heading} className={styles.article}>
          <h2 className={styles.heading}>{heading}</h2>
          {paragraphs.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
        </section>
      ))}
    </article>
  );
}
