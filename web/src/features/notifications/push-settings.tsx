// Loaded with the settings and rendered only in the browser, on which its text depends.
import {
  PUSH_BUDGET_MAX,
  type PushBrowser,
  type PushSystem,
  QUIET_FROM,
  QUIET_TO,
} from '@madang/contract/notifications/rules';
import type { PushState } from '@madang/contract/notifications/schema';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { Button } from '../../components/button.tsx';
import { Checkbox, SelectField } from '../../components/field.tsx';
import { HomeScreenSteps } from '../../components/install-help.tsx';
import { copy, fillCopy } from '../../copy.ko.ts';
import { ApiError, call, NetworkError } from '../../lib/api.ts';
import { homeScreenWay, isInsideApp, isInstalled } from '../../lib/browser.ts';
import { showToast } from '../../lib/toast-store.ts';
import { useCampus } from '../campus/campus-context.ts';
import { RelativeTime } from '../campus/campus-time.tsx';
import { Failure } from '../campus/failure.tsx';
import { useAction } from '../campus/use-action.ts';
import { useOptimistic } from '../offline/use-optimistic.ts';
import { useUser } from '../session/session.ts';
import { KindSwitches } from './kind-switches.tsx';
import styles from './notifications.module.css';
import {
  canPush,
  findHere,
  NoPushService,
  noteOfferAnswer,
  pushQuery,
  removeDevice,
  turnOn,
} from './push.ts';

type Wish = Pick<PushState, 'kinds' | 'budget' | 'quiet' | 'texts'>;

const pick = ({ kinds, budget, quiet, texts }: PushState): Wish => ({ kinds, budget, quiet, texts });

/** Renders the notified devices and the kinds of pushes; nothing if the operator has no keys. */
export function PushSettings() {
  const { data, error, refetch } = useQuery(pushQuery);
  if (!data) return error ? <Failure error={error} onRetry={refetch} /> : null;
  if (data.key === null) return null;
  return (
    <section className="band-above pt-2 pb-4" aria-labelledby="push">
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
    <div className="flex-col gap-4 px-margin pb-6">
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

type Device = PushState['devices'][number];

const systems: Record<PushSystem, string> = {
  android: copy['push.system.android'],
  iphone: 'iPhone',
  ipad: 'iPad',
  mac: 'Mac',
  windows: 'Windows',
  linux: 'Linux',
  other: copy['push.system.other'],
};
const browsers: Record<PushBrowser, string> = {
  chrome: 'Chrome',
  samsung: copy['push.browser.samsung'],
  edge: 'Edge',
  firefox: 'Firefox',
  safari: 'Safari',
  other: copy['push.browser.other'],
};

/** Renders this browser's push switch, or the steps required first; nothing if unsupported. */
export function PushHere({ state, keyOfOperator }: { state: PushState; keyOfOperator: string }) {
  const client = useQueryClient();
  const { id: userId } = useUser();
  const agent = navigator.userAgent;
  const permission = useSyncExternalStore(hearReturn, readPermission);
  const here = permission === 'granted' ? findHere(state) : undefined;
  const { busy, onClick } = useAction(async () => {
    if (here) {
      await removeDevice(client, userId, here.id);
      noteOfferAnswer();
    } else if ((await turnOn(client, userId, keyOfOperator)) === 'granted') showToast(copy['push.done']);
  }, tellNoService);

  if (isInsideApp(agent)) return null;
  if (homeScreenWay(agent) === 'safari' && !isInstalled())
    return (
      <div className={styles.row}>
        <p className={styles.named}>{copy['push.install']}</p>
        <HomeScreenSteps name="install-here" />
      </div>
    );
  if (permission === 'none') return null;
  if (permission === 'denied') return <Denied agent={agent} />;
  return (
    <div className="px-margin">
      <Checkbox
        look="switch"
        name="push-here"
        label={copy['push.here']}
        checked={busy ? !here : Boolean(here)}
        onChange={onClick}
      />
    </div>
  );
}

const readPermission = () => (canPush() ? Notification.permission : 'none');

/** Permissions changed elsewhere are read when the app is shown again. */
function hearReturn(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener);
  return () => document.removeEventListener('visibilitychange', listener);
}

/** Renders how to undo a denied permission, which a page cannot request again. */
function Denied({ agent }: { agent: string }) {
  const { product } = useCampus();
  const text =
    isInstalled() || /iPhone|iPad/.test(agent)
      ? fillCopy(copy['push.denied.app'], { product: product.name })
      : /Android/.test(agent)
        ? copy['push.denied.android']
        : copy['push.denied.desktop'];
  return <p className={styles.note}>{text}</p>;
}

/** Shows a failure of the browser itself; returns false for refusals and lost networks. */
function tellNoService(error: unknown): boolean {
  if (error instanceof ApiError || error instanceof NetworkError) return false;
  showToast(error instanceof NoPushService ? copy['push.unknown'] : copy['push.failed']);
  return true;
}

export function PushDevices({ devices }: Pick<PushState, 'devices'>) {
  return (
    <>
      <div className={styles.head}>
        <h3 id="push-devices">{copy['push.devices']}</h3>
      </div>
      <ul className="divide-y" aria-labelledby="push-devices">
        {devices.map((device) => (
          <DeviceRow key={device.id} {...device} />
        ))}
      </ul>
    </>
  );
}

function DeviceRow({ id, system, browser, here, usedAt }: Device) {
  const client = useQueryClient();
  const { id: userId } = useUser();
  const name = fillCopy(copy['push.device'], { system: systems[system], browser: browsers[browser] });
  const remove = useAction(async () => {
    await removeDevice(client, userId, id);
    if (here) noteOfferAnswer();
    showToast(copy['push.removed']);
    // The focused button was removed.
    document.querySelector('h1')?.focus({ preventScroll: true });
  });
  return (
    <li className={styles.row}>
      <p className={styles.named}>
        <b>{name}</b>
        <span>
          {here ? copy['push.device.here'] : copy['push.device.used']}{' '}
          {here ? null : <RelativeTime instant={usedAt} />}
        </span>
      </p>
      <Button look="small" aria-label={fillCopy(copy['push.remove.of'], { name })} {...remove}>
        {copy['push.remove']}
      </Button>
    </li>
  );
}
