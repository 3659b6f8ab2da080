import { ALERTS_MAX, alertWordProblem, alertWords } from '@madang/contract/notifications/rules';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { copy, fillCopy } from '../../copy.ko.ts';
import { useAction } from '../campus/use-action.ts';
import { addAlert, alertsQuery, patchAlerts } from './alert-queries.ts';
import { call, isRefusal } from '../../lib/api.ts';
import { makeUuid } from '../../lib/request.ts';
import { Link } from '../../lib/router.tsx';
import { Button } from '../../components/button.tsx';
import { showToast } from '../../lib/toast-store.ts';
import styles from './search.module.css';

const wordsOf = (text: string): string => alertWords(text).join(' ');

/** Offers an alert for missing posts [NO-03]. */
export function AlertOffer({ query }: { query: string }) {
  const client = useQueryClient();
  const word = query.trim();
  const { data: alerts } = useQuery({ ...alertsQuery, enabled: alertWordProblem(word) === null });
  const known = alerts?.find((alert) => !alert.building && wordsOf(alert.word) === wordsOf(word));
  const id = useRef<string>(null);
  const place = useRef<HTMLDivElement>(null);
  const { busy, onClick } = useAction(
    async () => {
      if (known) {
        const resumed = await call('DELETE /api/profile/alerts/{id}/pause', { path: { id: known.id } });
        patchAlerts(client, (all) => all.map((alert) => (alert.id === resumed.id ? resumed : alert)));
      } else {
        id.current ??= makeUuid();
        await addAlert(client, { id: id.current, word, buildingId: null });
      }
      // The button is removed: its replacement is announced.
      place.current?.focus({ preventScroll: true });
    },
    (error) => {
      // Another phone added first.
      if (!isRefusal(error, 'alert.same', 'alert.full', 'resource.missing')) return false;
      if (error.code === 'alert.full') showToast(fillCopy(copy['alerts.full'], { n: ALERTS_MAX }));
      void client.invalidateQueries(alertsQuery);
      return true;
    },
  );
  // Without the list of alerts there is no offer.
  if (!alerts) return null;
  const has = known !== undefined && !known.paused;
  const isFull = !known && alerts.length >= ALERTS_MAX;
  return (
    <div
      ref={place}
      tabIndex={-1}
      className={`row flex-wrap justify-center bg-surface rounded ${styles.offered}`}
    >
      <p aria-live="polite">
        {has
          ? fillCopy(copy['alerts.offer.has'], { word })
          : isFull
            ? fillCopy(copy['alerts.full'], { n: ALERTS_MAX })
            : copy['alerts.offer']}
      </p>
      {has || isFull ? (
        <Link className="inline-row min-h-touch text-soft text-note font-semibold" to="/mypage/alerts">
          {copy['alerts.manage']}
        </Link>
      ) : (
        <Button look="plain" busy={busy} onClick={onClick}>
          {copy['alerts.offer.take']}
        </Button>
      )}
    </div>
  );
}
