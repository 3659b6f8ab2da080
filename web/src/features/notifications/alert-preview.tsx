import { alertWordProblem, PREVIEW_DAYS } from '@madang/contract/notifications/rules';
import { dropEnd } from '@madang/contract/text/rules';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { copy, fillCopy } from '../../copy.ko.ts';
import { ask, isRefusal } from '../../lib/api.ts';
import styles from './notifications.module.css';

/** Idle time before a preview is requested, in milliseconds. */
const QUIET = 700;
/** The limit is one per second: a preview refused earlier retries after this time. */
const AGAIN_AFTER = 1_100;

/** Removes trailing single letters of a syllable in composition, which no post contains. */
function withoutLooseLetters(word: string): string {
  return dropEnd(word, (sign) => sign >= 'ㄱ' && sign <= 'ㆎ').trim();
}

function previewQuery(word: string, place: string) {
  return queryOptions({
    queryKey: ['alert-preview', word, place],
    ...ask('GET /api/alerts/preview', { query: place === '' ? { word } : { word, building: place } }),
    enabled: alertWordProblem(word) === null,
    staleTime: 60_000,
    retry: (failures, error) => failures < 2 && isRefusal(error, 'limit.reached'),
    retryDelay: AGAIN_AFTER,
  });
}

/** Renders the posts a typed alert would have matched; nothing if unavailable. */
export function AlertPreview({ word, place }: { word: string; place: string }) {
  const wanted = withoutLooseLetters(word);
  const [asked, setAsked] = useState({ word: wanted, place });
  useEffect(() => {
    const timer = setTimeout(() => setAsked({ word: wanted, place }), QUIET);
    return () => clearTimeout(timer);
  }, [wanted, place]);
  const { data } = useQuery(previewQuery(asked.word, asked.place));
  // Only for the current input.
  const shown = asked.word === wanted && asked.place === place ? data : undefined;
  return (
    <div className={styles.preview} aria-live="polite">
      {shown ? (
        <>
          <p>{describe(shown.count, shown.more)}</p>
          <ul>
            {shown.posts.map(({ id, title }) => (
              <li key={id}>{title}</li>
            ))}
          </ul>
        </>
      ) : null}
    </div>
  );
}

function describe(count: number, more: boolean): string {
  const values = { n: count, days: PREVIEW_DAYS };
  if (more) return fillCopy(copy['alerts.preview.more'], values);
  return fillCopy(count === 0 ? copy['alerts.preview.none'] : copy['alerts.preview'], values);
}
