import { useQuery } from '@tanstack/react-query';
import address from 'virtual:libraries';
import { Skeleton } from '../../components/states.tsx';
import { copy, fillCopy } from '../../copy.ko.ts';
import { NetworkError } from '../../lib/api.ts';
import { Failure } from '../campus/failure.tsx';
import { Screen } from '../campus/screen.tsx';
import type { Libraries } from './libraries.ts';
import styles from './mypage.module.css';

/** A file of the app, not of the API: it changes only with a new version. */
const librariesQuery = {
  queryKey: ['libraries'],
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<Libraries> => {
    const answer = await fetch(address, { signal }).catch((error: unknown) => {
      throw new NetworkError(error);
    });
    if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
    return (await answer.json()) as Libraries;
  },
  staleTime: Infinity,
};

export default function LicencesScreen() {
  const { data, error, refetch } = useQuery(librariesQuery);
  return (
    <Screen title={copy['mypage.licences']} heading="shown">
      {data ? <List {...data} /> : error ? <Failure error={error} onRetry={refetch} /> : <Waiting />}
    </Screen>
  );
}

function List({ libraries, texts }: Libraries) {
  return (
    <>
      <p className="px-margin text-soft pb-4">
        {fillCopy(copy['licences.lead'], { count: libraries.length })}
      </p>
      <ul className="pb-8">
        {libraries.map(({ name, version, licence, texts: places }) => (
          <li key={`${name} ${version}`}>
            <details className={styles.library}>
              <summary className={styles.summary}>
                <span className="font-semibold wrap-anywhere">{name}</span>
                <span className="text-faint text-small wrap-anywhere block">
                  {version} · {licence}
                </span>
              </summary>
              {places.map((place) => (
                <pre
                  key={place}
                  className={`px-margin text-soft wrap-anywhere whitespace-pre-wrap pb-5 ${styles.licence}`}
                  lang="en"
                >
                  {texts[place]}
                </pre>
              ))}
            </details>
          </li>
        ))}
      </ul>
    </>
  );
}

const Waiting = () => (
  <div className="pb-8">
    {[0, 1, 2, 3, 4, 5].map((row) => (
      <Skeleton key={row} height="64px" />
    ))}
  </div>
);
