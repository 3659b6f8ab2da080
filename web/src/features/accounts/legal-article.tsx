import { useQuery } from '@tanstack/react-query';
import { copy, fillCopy } from '../../copy.ko.ts';
import { useOfficial } from '../campus/campus-context.ts';
import { Failure } from '../campus/failure.tsx';
import { Screen } from '../campus/screen.tsx';
import { ButtonLink } from '../../components/button.tsx';
import { Skeleton } from '../../components/states.tsx';
import styles from './account-form.module.css';
import { type LegalDocument, legalQuery } from './legal-queries.ts';

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
          <h2 className={styles.heading}>{heading}</h2>
          {paragraphs.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
        </section>
      ))}
    </article>
  );
}

export function LegalScreen({ title, document }: { title: string; document: LegalDocument }) {
  return (
    <Screen title={title} heading="shown">
      <div className={styles.page}>
        <LegalArticle document={document} />
        <LegalLinks />
      </div>
    </Screen>
  );
}

/** Links to removal requests and to moderation reports. */
function LegalLinks() {
  if (!useOfficial()) return null;
  return (
    <nav className={styles.links} aria-label={copy['legal.links']}>
      <ButtonLink look="quiet" to="/rights">
        {copy['rights.title']}
      </ButtonLink>
      <ButtonLink look="quiet" to="/transparency">
        {copy['transparency.title']}
      </ButtonLink>
    </nav>
  );
}
