import type { PushPayload } from '@madang/contract/notifications/rules';
import type { PushState } from '@madang/contract/notifications/schema';
import { readOwnPath } from '@madang/contract/paths';
import { notePush, type Owner, readOwner, toDevice } from '../src/lib/offline/database.ts';
import { userHeader } from '../src/lib/request.ts';
import type { Lead } from './messages.ts';
import { inTime } from './ways.ts';

declare const self: ServiceWorkerGlobalScope;
/** Text of a push whose content must stay hidden (build-worker.ts). */
declare const NEWS: string;

/** Milliseconds an open page has to navigate itself; an older version cannot. */
const LEAD_PATIENCE = 1_000;

/** Returns a push's notification; null if for a login this phone no longer has. */
function drawPush(
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

/** Returns an address of this site as the router expects it; `/` for others. */
export function placeOf(address: unknown, site: string): string {
  return readOwnPath(String(address), site) ?? '/';
}

/** Navigates the last used open page to the tapped target, or opens one. */
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

/** Replaces a subscription dropped by the push service; the app's next start retries. */
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
