import type { PushBrowser, PushSystem } from '@madang/contract/notifications/rules';
import type { PushState } from '@madang/contract/notifications/schema';
import { useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { copy, fillCopy } from '../../copy.ko.ts';
import { useCampus } from '../campus/campus-context.ts';
import { RelativeTime } from '../campus/campus-time.tsx';
import { HomeScreenSteps } from '../../components/install-help.tsx';
import { useAction } from '../campus/use-action.ts';
import { noteOfferAnswer } from './offer-memory.ts';
import { canPush, findHere, NoPushService, removeDevice, turnOn } from './push.ts';
import { useUser } from '../session/session.ts';
import { ApiError, NetworkError } from '../../lib/api.ts';
import { homeScreenWay, isInsideApp, isInstalled } from '../../lib/browser.ts';
import { Button } from '../../components/button.tsx';
import { Checkbox } from '../../components/field.tsx';
import { showToast } from '../../lib/toast-store.ts';
import styles from './notifications.module.css';

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
    <div className={styles.kinds}>
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
      <ul aria-labelledby="push-devices">
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
