import { ALERTS_MAX } from '@madang/contract/notifications/rules';
import { useQuery } from '@tanstack/react-query';
import { copy, fillCopy } from '../../copy.ko.ts';
import { Failure } from '../campus/failure.tsx';
import { Screen } from '../campus/screen.tsx';
import { alertsQuery } from '../search/alert-queries.ts';
import { Skeleton } from '../../components/states.tsx';
import { AlertForm } from './alert-form.tsx';
import { AlertRow } from './alert-row.tsx';
import styles from './notifications.module.css';

/** Lists the student's keyword alerts [NO-03]. */
export default function AlertsScreen() {
  const { data: alerts, error, refetch } = useQuery(alertsQuery);
  const isFull = alerts !== undefined && alerts.length >= ALERTS_MAX;
  return (
    <Screen title={copy['alerts.title']} heading="shown">
      {isFull ? (
        <p className={styles.note}>{fillCopy(copy['alerts.full'], { n: ALERTS_MAX })}</p>
      ) : (
        <AlertForm />
      )}
      <section className={styles.group} aria-label={copy['alerts.list']}>
        <div className={styles.head}>
          <h2>{copy['alerts.list']}</h2>
          {alerts ? fillCopy(copy['alerts.count'], { n: alerts.length, max: ALERTS_MAX }) : null}
        </div>
        {!alerts && error ? (
          <Failure error={error} onRetry={refetch} />
        ) : !alerts ? (
          <div className={styles.waiting}>
            <Skeleton height="44px" />
            <Skeleton height="44px" />
            <Skeleton height="44px" />
          </div>
        ) : alerts.length === 0 ? (
          <p className={styles.note}>{copy['alerts.empty']}</p>
        ) : (
          <ul>
            {alerts.map((alert) => (
              <AlertRow key={alert.id} alert={alert} />
            ))}
          </ul>
        )}
      </section>
    </Screen>
  );
}
