import { queryOptions, useQuery } from '@tanstack/react-query';
import { Skeleton } from '../../components/states.tsx';
import { copy, fillCopy } from '../../copy.ko.ts';
import { ask } from '../../lib/api.ts';
import { Failure } from '../campus/failure.tsx';
import { forEverybody } from '../session/session.ts';
import styles from './account-form.module.css';

export type LegalDocument = 'terms' | 'privacy';

export const legalKey = ['legal'] as const;

function legalQuery(document: LegalDocument) {
  return queryOptions({
    queryKey: [...legalKey, document],
    ...ask('GET /api/legal/{document}', { path: { document } }),
    staleTime: Infinity,
    meta: forEverybody,
  });
}

export function LegalArticle({ document }: { document: LegalDocument }) {
  const { data, error, refetch } = useQuery(legalQuery(document));
  if (error) return <Failure error={error} onRetry={refetch} />;
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
          <h2 className="text-body pt-3">{heading}</h2>
          {paragraphs.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
        </section>
      ))}
    </article>
  );
}
