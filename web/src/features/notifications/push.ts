// Push subscription of this browser: at the push service, on the server, and on the phone.
import type { PushState } from '@madang/contract/notifications/schema';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { ask, call, isRefusal } from '../../lib/api.ts';
import { readDraft, writeDraft } from '../../lib/drafts.ts';
import { notePush, readOwner, toDevice } from '../../lib/offline/database.ts';

export const pushQuery = queryOptions({
  queryKey: ['push'],
  ...ask('GET /api/profile/push', undefined),
});

/** Timeout for the worker in milliseconds. */
const WORKER_PATIENCE = 10_000;

const nothing = (): void => {};

/** Whether pushes work: not in in-app browsers, uninstalled on an iPhone, or without a worker. */
export const canPush = (): boolean =>
  'Notification' in window &&
  'PushManager' in window &&
  'serviceWorker' in navigator &&
  document.documentElement.dataset['build'] !== undefined;

/** Returns the known device that is this browser. */
export const findHere = ({ devices }: PushState) => devices.find(({ here }) => here);

/** Queue of subscription changes, one at a time: the start compares while a tap may subscribe. */
let last: Promise<unknown> = Promise.resolve();
function inTurn<Result>(act: () => Promise<Result>): Promise<Result> {
  const next = last.then(act);
  last = next.catch(nothing);
  return next;
}

async function readManager(): Promise<PushManager> {
  const tooLate = new Promise<never>((_, reject) =>
    setTimeout(reject, WORKER_PATIENCE, new Error('no worker')),
  );
  return (await Promise.race([navigator.serviceWorker.ready, tooLate])).pushManager;
}

/** Error: the browser has no push service that the server supports; a retry does not help. */
export class NoPushService extends Error {}

/** Whether the browser dropped a subscription for good: Chromium names a host that cannot exist. */
const isDead = ({ endpoint }: PushSubscription): boolean => new URL(endpoint).hostname.endsWith('.invalid');

/**
 * Returns the subscription, or a new one if dead or of other operator keys.
 *
 * @throws {NoPushService} if the new one is dead, too.
 */
async function subscribe(manager: PushManager, key: string): Promise<PushSubscription> {
  const known = await manager.getSubscription();
  const own = known?.options.applicationServerKey;
  if (known && !isDead(known) && (!own || toBase64url(own) === key)) return known;
  await known?.unsubscribe();
  const made = await manager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  return isDead(made) ? giveUp(made) : made;
}

async function giveUp(subscription: PushSubscription): Promise<never> {
  await subscription.unsubscribe().catch(nothing);
  throw new NoPushService();
}

const toBase64url = (bytes: ArrayBuffer): string =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

/** Sends the subscription to the server, and stores the device id on the phone. */
async function register(client: QueryClient, userId: string, key: string): Promise<void> {
  const subscription = await subscribe(await readManager(), key);
  const state = await call('PUT /api/profile/push/device', { body: toDevice(subscription) }).catch(
    (error: unknown) => {
      const isUnknown =
        isRefusal(error, 'input.invalid') && error.fields.some(({ field }) => field === 'endpoint');
      if (isUnknown) return giveUp(subscription);
      throw error;
    },
  );
  void client.cancelQueries(pushQuery);
  client.setQueryData(pushQuery.queryKey, state);
  const device = findHere(state)?.id;
  if (device) await notePush(userId, { device, endpoint: subscription.endpoint }).catch(nothing);
}

/** Turns on pushes. Must run within a tap, for the permission prompt. @returns the permission. */
export async function turnOn(
  client: QueryClient,
  userId: string,
  key: string,
): Promise<NotificationPermission> {
  const said = await Notification.requestPermission();
  if (said === 'granted') await inTurn(() => register(client, userId, key));
  return said;
}

/** Stops pushes to one of the student's devices. */
export async function removeDevice(client: QueryClient, userId: string, id: string): Promise<void> {
  await inTurn(async () => {
    await call('DELETE /api/profile/push/devices/{id}', { path: { id } });
    const known = client.getQueryData(pushQuery.queryKey);
    if (known && findHere(known)?.id === id) await forget(userId);
    void client.cancelQueries(pushQuery);
    client.setQueryData(
      pushQuery.queryKey,
      (state) => state && { ...state, devices: state.devices.filter((device) => device.id !== id) },
    );
  });
}

async function forget(userId: string): Promise<void> {
  await dropSubscription().catch(nothing);
  await notePush(userId, undefined).catch(nothing);
}

/**
 * Compares the subscription with the server's at each start: resends it, replaces a lost one, ends a removed one, and drops one
 * of another login.
 */
export function comparePush(client: QueryClient, userId: string): Promise<void> {
  return inTurn(async () => {
    const owner = await readOwner();
    const own = owner?.userId === userId ? owner.push : undefined;
    if (!own) return dropSubscription();
    if (Notification.permission !== 'granted') {
      await call('DELETE /api/profile/push/devices/{id}', { path: { id: own.device } });
      return forget(userId);
    }
    const known = await (await readManager()).getSubscription();
    const state = await client.fetchQuery(pushQuery);
    if (known?.endpoint === own.endpoint && !findHere(state)) return forget(userId);
    if (state.key !== null) await register(client, userId, state.key);
  });
}

const OFFER_KEY = 'push-offer';

/** Whether the offer was answered on this device; without a store it is not made. */
export function isOfferAnswered(): boolean {
  return readDraft(OFFER_KEY, (value) => value === true) === true;
}

export function noteOfferAnswer(): void {
  writeDraft(OFFER_KEY, true);
}

/** Ends this browser's push subscription, of any user: no further pushes arrive. */
export async function dropSubscription(): Promise<void> {
  const { serviceWorker } = navigator as { serviceWorker?: ServiceWorkerContainer };
  const registration = await serviceWorker?.getRegistration();
  const { pushManager } = (registration ?? {}) as { pushManager?: PushManager };
  await (await pushManager?.getSubscription())?.unsubscribe();
}
