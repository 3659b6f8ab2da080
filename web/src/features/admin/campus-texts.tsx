import type { OperatedCampus } from '@madang/contract/admin/campus-schema';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { copy, fillCopy } from '../../copy.ko.ts';
import { useCampus } from '../campus/campus-context.ts';
import { Failure } from '../campus/failure.tsx';
import { reasonTexts } from '../moderation/reasons.ts';
import { ask } from '../../lib/api.ts';
import { Link } from '../../lib/router.tsx';
import { Skeleton } from '../../components/states.tsx';
import { Fact } from './fact.tsx';
import styles from './operate.module.css';

const documents = [
  { document: 'terms', label: copy['legal.terms'] },
  { document: 'privacy', label: copy['legal.privacy'] },
] as const;

const legalDaysQuery = (document: 'terms' | 'privacy') =>
  queryOptions({
    queryKey: ['operate', 'legal', document],
    ...ask('GET /api/legal/{document}', { path: { document } }, ({ version, effectiveOn }) => ({
      version,
      effectiveOn,
    })),
  });

/** Renders the texts of the campus folder, read-only. */
export function CampusTexts({ moderation }: { moderation: OperatedCampus['moderation'] }) {
  const { keywords, placeWord, festivalKeywords, searchTerms } = useCampus();
  const { hideAt, openedOn, firstDayPosts, firstDayReplies, repeatMinutes, repeatLetters, texts } =
    moderation;
  return (
    <div className={styles.section}>
      <p className={styles.note}>{copy['operate.texts.note']}</p>
      <h2 className={styles.heading}>{copy['operate.texts.legal']}</h2>
      <ul className={styles.written}>
        {documents.map((entry) => (
          <LegalDays key={entry.document} {...entry} />
        ))}
      </ul>
      <Words title={copy['operate.texts.keywords']} words={keywords.map((word) => `${word} ${placeWord}`)} />
      <Words title={copy['operate.texts.festival']} words={festivalKeywords} />
      <Words title={copy['operate.texts.terms']} words={searchTerms} />
      <h2 className={styles.heading}>{copy['operate.texts.moderation']}</h2>
      <dl className={styles.facts}>
        <Fact label={copy['operate.texts.hideAt']}>
          {fillCopy(copy['operate.texts.people'], { n: hideAt })}
        </Fact>
        <Fact label={copy['operate.texts.openedOn']}>{openedOn ?? copy['operate.texts.openedOn.usual']}</Fact>
        <Fact label={copy['operate.texts.firstDayPosts']}>{firstDayPosts}</Fact>
        <Fact label={copy['operate.texts.firstDayReplies']}>{firstDayReplies}</Fact>
        <Fact label={copy['operate.texts.repeatMinutes']}>
          {fillCopy(copy['wait.minutes'], { n: repeatMinutes })}
        </Fact>
        <Fact label={copy['operate.texts.repeatLetters']}>{repeatLetters}</Fact>
      </dl>
      <h2 className={styles.heading}>{copy['operate.texts.decisions']}</h2>
      {texts.length === 0 ? <p className={styles.empty}>{copy['operate.health.none']}</p> : null}
      <ul className={styles.written}>
        {texts.map(({ reason, text }) => (
          <li key={reason}>
            <span className={styles.note}>
              {reason === 'restored' ? copy['operate.texts.restored'] : reasonTexts[reason]}
            </span>
            <span>{text}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

function LegalDays({ document, label }: (typeof documents)[number]) {
  const { data, error, refetch } = useQuery(legalDaysQuery(document));
  return (
    <li>
      <Link to={`/${document}`}>{label}</Link>
      {data ? (
        <span className={styles.note}>
          {fillCopy(copy['operate.texts.version'], { version: data.version, day: data.effectiveOn })}
        </span>
      ) : error ? (
        <Failure error={error} onRetry={refetch} />
      ) : (
        <Skeleton width="60%" height="20px" />
      )}
    </li>
  );
}

function Words({ title, words }: { title: string; words: readonly string[] }) {
  return (
    <>
      <h2 className={styles.heading}>{title}</h2>
      <p>{words.join(', ')}</p>
    </>
  );
}
