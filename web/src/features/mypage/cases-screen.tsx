import type { OwnSanction } from '@madang/contract/moderation/schema';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { Skeleton, StateMessage } from '../../components/states.tsx';
import { copy } from '../../copy.ko.ts';
import { ask } from '../../lib/api.ts';
import { sanctionsQuery } from '../accounts/account-notices.tsx';
import { DatedText } from '../campus/campus-time.tsx';
import { Failure } from '../campus/failure.tsx';
import { Screen } from '../campus/screen.tsx';
import { reasonTexts, sanctionName } from '../moderation/moderation-texts.ts';
import { OwnCaseCard } from '../moderation/own-case.tsx';
import styles from './mypage.module.css';

const casesQuery = queryOptions({
  queryKey: ['own-cases'],
  ...ask('GET /api/profile/cases', undefined, ({ cases }) => cases),
});

/** Lists the user's hidden content with reasons, and the current restrictions [MO-04], [MO-10]. */
export default function CasesScreen() {
  const client = useQueryClient();
  const cases = useQuery(casesQuery);
  const sanctions = useQuery(sanctionsQuery);
  const failed = [cases, sanctions].find(({ error, data }) => error && !data);
  return (
    <Screen title={copy['mypage.cases']} heading="shown">
      {failed ? (
        <Failure error={failed.error} onRetry={failed.refetch} />
      ) : !cases.data || !sanctions.data ? (
        <Skeleton width="100%" height="160px" />
      ) : cases.data.length + sanctions.data.length === 0 ? (
        <StateMessage picture="posts" text={copy['cases.empty']} />
      ) : (
        <>
          {sanctions.data.length > 0 ? (
            <section className={styles.cases}>
              <h2 className={styles.heading}>{copy['cases.sanctions']}</h2>
              {sanctions.data.map((sanction) => (
                <Sanction key={`${sanction.kind} ${sanction.givenAt}`} {...sanction} />
              ))}
            </section>
          ) : null}
          {cases.data.length > 0 ? (
            <section className={styles.cases}>
              <h2 className={styles.heading}>{copy['cases.hidden']}</h2>
              {cases.data.map((own) => (
                <OwnCaseCard
                  key={own.id}
                  own={own}
                  onChange={(changed) =>
                    client.setQueryData(casesQuery.queryKey, (now) =>
                      now?.map((one) => (one.id === changed.id ? changed : one)),
                    )
                  }
                />
              ))}
            </section>
          ) : null}
        </>
      )}
    </Screen>
  );
}

function Sanction({ kind, board, ground, text, endsAt }: OwnSanction) {
  return (
    <div className={`flex-col gap-1 bg-surface rounded p-4 ${styles.sanction}`}>
      <b>{sanctionName(kind, board?.name ?? null)}</b>
      <p>
        <DatedText text={copy['sanction.until']} instant={endsAt} /> · {reasonTexts[ground]}
      </p>
      {text ? <p>{text}</p> : null}
    </div>
  );
}
