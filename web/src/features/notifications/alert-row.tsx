import type { Alert } from '@madang/contract/notifications/schema';
import { useQueryClient } from '@tanstack/react-query';
import { copy, fillCopy } from '../../copy.ko.ts';
import { useAction } from '../campus/use-action.ts';
import { useProblemText } from '../campus/problem-text.ts';
import { addAlert, patchAlerts } from '../search/alert-queries.ts';
import { call, isRefusal } from '../../lib/api.ts';
import { makeUuid } from '../../lib/request.ts';
import { Button } from '../../components/button.tsx';
import { showToast } from '../../lib/toast-store.ts';
import styles from './notifications.module.css';

/** Returns the functions that pause, resume and remove an alert; the toast undoes the removal. */
function useAlert({ id, word, building, paused }: Alert) {
  const client = useQueryClient();
  const { describeError } = useProblemText();
  const path = { id };

  const forget = (): void => patchAlerts(client, (alerts) => alerts.filter((other) => other.id !== id));
  const show = (changed: Alert): void =>
    patchAlerts(client, (alerts) => alerts.map((other) => (other.id === changed.id ? changed : other)));

  const pausing = useAction(
    async () => {
      show(await call(`${paused ? 'DELETE' : 'PUT'} /api/profile/alerts/{id}/pause`, { path }));
      showToast(fillCopy(paused ? copy['alerts.resume.done'] : copy['alerts.pause.done'], { word }));
    },
    (error) => {
      // The alert was removed on another phone.
      if (!isRefusal(error, 'resource.missing')) return false;
      forget();
      showToast(fillCopy(copy['alerts.removed'], { word }));
      return true;
    },
  );

  // Not useAction: this row is unmounted when undo is pressed.
  async function bringBack(again: string): Promise<void> {
    try {
      show(await addAlert(client, { id: again, word, buildingId: building?.id ?? null }));
      if (paused) show(await call('PUT /api/profile/alerts/{id}/pause', { path: { id: again } }));
      showToast(copy['alerts.back']);
    } catch (error) {
      showToast(describeError(error), { label: copy['action.undo'], run: () => void bringBack(again) });
    }
  }

  const removal = useAction(async () => {
    await call('DELETE /api/profile/alerts/{id}', { path });
    const again = makeUuid();
    forget();
    showToast(fillCopy(copy['alerts.removed'], { word }), {
      label: copy['action.undo'],
      run: () => void bringBack(again),
    });
    // The focused button was removed.
    document.querySelector('h1')?.focus({ preventScroll: true });
  });

  return { pausing, removal };
}

export function AlertRow({ alert }: { alert: Alert }) {
  const { word, building, paused } = alert;
  const { pausing, removal } = useAlert(alert);
  return (
    <li className={styles.row}>
      <span className={styles.named}>
        <span>
          <b>{word}</b>
          {paused ? <span className={styles.paused}>{copy['alerts.paused']}</span> : null}
        </span>
        {building?.name ?? copy['alerts.place.all']}
      </span>
      <Button
        look="small"
        aria-label={fillCopy(paused ? copy['alerts.resume.of'] : copy['alerts.pause.of'], { word })}
        {...pausing}
      >
        {paused ? copy['alerts.resume'] : copy['alerts.pause']}
      </Button>
      <Button look="small" aria-label={fillCopy(copy['alerts.remove.of'], { word })} {...removal}>
        {copy['alerts.remove']}
      </Button>
    </li>
  );
}
