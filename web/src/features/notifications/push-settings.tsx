// Loaded with the settings and rendered only in the browser, on which its text depends.
import { PUSH_BUDGET_MAX, QUIET_FROM, QUIET_TO } from '@madang/contract/notifications/rules';
import type { PushState } from '@madang/contract/notifications/schema';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { copy, fillCopy } from '../../copy.ko.ts';
import { Failure } from '../campus/failure.tsx';
import { useOptimistic } from '../offline/use-optimistic.ts';
import { pushQuery } from './push.ts';
import { call } from '../../lib/api.ts';
import { Button } from '../../components/button.tsx';
import { Checkbox, SelectField } from '../../components/field.tsx';
import { showToast } from '../../lib/toast-store.ts';
import { KindSwitches } from './kind-switches.tsx';
import styles from './notifications.module.css';
import { PushDevices, PushHere } from './push-devices.tsx';

type Wish = Pick<PushState, 'kinds' | 'budget' | 'quiet' | 'texts'>;

const pick = ({ kinds, budget, quiet, texts }: PushState): Wish => ({ kinds, budget, quiet, texts });

/** Renders the notified devices and the kinds of pushes; nothing if the operator has no keys. */
export function PushSettings() {
  const { data, error, refetch } = useQuery(pushQuery);
  if (!data) return error ? <Failure error={error} onRetry={refetch} /> : null;
  if (data.key === null) return null;
  return (
    <section className={styles.group} aria-labelledby="push">
      <div className={styles.head}>
        <h2 id="push">{copy['push.title']}</h2>
      </div>
      <PushHere state={data} keyOfOperator={data.key} />
      {data.devices.length > 0 ? (
        <>
          <Wishes state={data} />
          <PushDevices devices={data.devices} />
        </>
      ) : null}
    </section>
  );
}

/** Changes are optimistic; of quick changes the last is sent. */
function Wishes({ state }: { state: PushState }) {
  const client = useQueryClient();
  const change = useOptimistic<Wish>({
    key: 'push settings',
    read: () => pick(client.getQueryData(pushQuery.queryKey) ?? state),
    show: (wish) => {
      void client.cancelQueries(pushQuery);
      client.setQueryData(pushQuery.queryKey, (known) => known && { ...known, ...wish });
    },
    send: async (wish) => {
      const saved = await call('PUT /api/profile/push', { body: wish });
      if (client.getQueryData(pushQuery.queryKey)?.resting) showToast(copy['push.resting.done']);
      client.setQueryData(pushQuery.queryKey, (known) => known && { ...known, resting: saved.resting });
      return pick(saved);
    },
    onSettled: (error) => {
      if (error) void client.invalidateQueries(pushQuery);
    },
  });
  const set = (part: Partial<Wish>) => void change((known) => ({ ...known, ...part }));
  return (
    <>
      {state.resting ? (
        <div className={styles.row}>
          <p className={styles.named}>{copy['push.resting']}</p>
          <Button look="small" onClick={() => set({})}>
            {copy['push.resting.end']}
          </Button>
        </div>
      ) : null}
      <div className={styles.head}>
        <h3 id="push-kinds">{copy['push.kinds']}</h3>
      </div>
      <KindSwitches
        name="push-kinds"
        kinds={state.kinds}
        onChange={(next) => void change((known) => ({ ...known, kinds: next(known.kinds) }))}
      />
      <p className={styles.note}>{copy['push.kinds.note']}</p>
      <Ways wish={state} onChange={set} />
    </>
  );
}

/** Renders the daily limit, the quiet hours and the content of pushes. */
function Ways({ wish, onChange }: { wish: Wish; onChange: (part: Partial<Wish>) => void }) {
  return (
    <div className={styles.form}>
      <Checkbox
        look="switch"
        name="push-texts"
        label={copy['push.texts']}
        checked={wish.texts}
        onChange={(texts) => onChange({ texts })}
      />
      <SelectField
        name="push-budget"
        label={copy['push.budget']}
        choices={budgets}
        value={String(wish.budget)}
        onChange={(budget) => onChange({ budget: Number(budget) })}
      />
      <Quiet quiet={wish.quiet} onChange={(quiet) => onChange({ quiet })} />
    </div>
  );
}

const budgets = Array.from({ length: PUSH_BUDGET_MAX }, (_, index) => ({
  value: String(index + 1),
  label: fillCopy(copy['push.budget.count'], { n: index + 1 }),
}));

type Hours = PushState['quiet'];

function Quiet({ quiet, onChange }: { quiet: Hours; onChange: (quiet: Hours) => void }) {
  return (
    <>
      <Checkbox
        look="switch"
        name="push-quiet"
        label={copy['push.quiet']}
        checked={quiet !== null}
        onChange={(on) => onChange(on ? { from: QUIET_FROM, to: QUIET_TO } : null)}
      />
      {quiet ? (
        <div className={styles.hours}>
          <SelectField
            name="push-from"
            label={copy['push.quiet.from']}
            choices={hoursBut(quiet.to)}
            value={String(quiet.from)}
            onChange={(from) => onChange({ ...quiet, from: Number(from) })}
          />
          <SelectField
            name="push-to"
            label={copy['push.quiet.to']}
            choices={hoursBut(quiet.from)}
            value={String(quiet.to)}
            onChange={(to) => onChange({ ...quiet, to: Number(to) })}
          />
          <p className={styles.note}>{copy['push.quiet.note']}</p>
        </div>
      ) : null}
    </>
  );
}

/** Returns the hours except `other`: an empty range is invalid. */
const hoursBut = (other: number) =>
  Array.from({ length: 24 }, (_, hour) => ({
    value: String(hour),
    label: fillCopy(copy['push.quiet.hour'], { n: hour }),
  })).filter(({ value }) => value !== String(other));
