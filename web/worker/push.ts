import type { PushPayload } from '@madang/contract/notifications/push-rules';
import type { PushState } from '@madang/contract/notifications/schema';
import type { Owner } from '../src/platform/device/database.ts';
import { notePush, readOwner, toDevice } from '../src/platform/device/push.ts';
import { userHeader } from '../src/platform/shown-user.ts';
import type { Lead } from './messages.ts';
import { inTime } from './ways.ts';

declare const self: ServiceWorkerGlobalScope;
/** What is said where nothing may be told (build-worker.ts). */
declare const NEWS: string;

/** A page that is open goes to the place by itself within this, in milliseconds; an older one does not know how. */
const LEAD_PATIENCE = 1_000;

/** What is drawn of a push; null: it is for a login that this phone no longer has. */
export function drawPush(
  payload: PushPayload | undefined,
  owner: Owner | undefined | 'unknown',
): { title: string; options: NotificationOptions } | null {
  const icon = '/icons/icon-192.png';
  if (!payload?.notification || owner === 'unknown')
    return { title: NEWS, options: { tag: 'news', lang: 'ko', icon, data: '/notifications' } };
  if (payload.device !== owner?.push?.device) return null;
  const { title, body, tag, lang, navigate } = payload.notification;
  return { title, options: { body, tag, lang, icon, data: navigate } };
}

export async function showPush({ data }: PushEvent): Promise<void> {
  const owner = await readOwner().catch(() => 'unknown' as const);
  const payload = readPayload(data);
  const drawn = drawPush(payload, owner);
  if (!drawn) return;
  await self.registration.showNotification(drawn.title, drawn.options);
  const { navigator } = self as { navigator: Partial<Pick<WorkerNavigator, 'setAppBadge'>> };
  if (payload) await navigator.setAppBadge?.(payload.app_badge).catch(() => undefined);
}

function readPayload(data: PushMessageData | null): PushPayload | undefined {
  try {
    return data?.json() as PushPayload;
  } catch {
    return undefined;
  }
}

/** A place of ours, as the router takes it. */
export function placeOf(address: unknown, site: string): string {
  const { origin, pathname, search, hash } = new URL(String(address), site);
  return origin === site ? pathname + search + hash : '/';
}

/** Leads an open page to what was tapped, the one that was seen last, or opens one. */
export async function openPlace({ notification }: NotificationEvent): Promise<void> {
  notification.close();
  const place = placeOf(notification.data, self.location.origin);
  const [page] = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  if (!page) return void (await self.clients.openWindow(place));
  await page.focus().catch(() => undefined);
  if (await inTime(lead(page, place), LEAD_PATIENCE)) return;
  await page.navigate(place).catch(() => self.clients.openWindow(place));
}

function lead(page: WindowClient, place: string): Promise<boolean> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => resolve(true);
    page.postMessage({ lead: place } satisfies Lead, [port2]);
  });
}

/** The push service gave up a subscription: another one takes its place. What fails here the app does at its next start. */
export async function renewPush({
  oldSubscription,
  newSubscription,
}: PushSubscriptionChangeEvent): Promise<void> {
  const owner = await readOwner();
  const applicationServerKey = oldSubscription?.options.applicationServerKey;
  if (!owner?.push || !(newSubscription ?? applicationServerKey)) return;
  const next =
    newSubscription ??
    (await self.registration.pushManager.subscribe({
      userVisibleOnly: true,
      applicationServerKey: applicationServerKey ?? null,
    }));
  const answer = await fetch('/api/profile/push/device', {
    method: 'PUT',
    headers: { 'content-type': 'application/json', ...userHeader(owner.userId) },
    body: JSON.stringify(toDevice(next)),
  });
  if (!answer.ok) return;
  const { devices } = (await answer.json()) as PushState;
  const device = devices.find(({ here }) => here)?.id;
  if (device) await notePush(owner.userId, { device, endpoint: next.endpoint });
}
