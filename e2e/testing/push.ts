import { createECDH, randomBytes } from 'node:crypto';
import type { BrowserContext, CDPSession, Page } from '@playwright/test';
import type { CuttableLine } from './cuttable-line.ts';

/**
 * Replaces the push service: Chromium's headless shell has none and always denies permission. Pages get the context's permission
 * and a persistent subscription.
 */
export async function standInForPushService(context: BrowserContext): Promise<void> {
  const pair = createECDH('prime256v1');
  const keys = { p256dh: pair.generateKeys('base64url'), auth: randomBytes(16).toString('base64url') };
  const endpoint = `https://fcm.googleapis.com/fcm/send/${randomBytes(16).toString('base64url')}`;
  await context.addInitScript(
    ([address, ofBrowser]) => {
      const [ASKED, SUBSCRIBED] = ['stand-in asked', 'stand-in subscribed'];
      const read = () => navigator.permissions.query({ name: 'notifications' });
      const has = (key: string) => localStorage.getItem(key) !== null;
      const note = (key: string, on: boolean) =>
        on ? localStorage.setItem(key, address) : localStorage.removeItem(key);
      let granted = true;
      void read().then(({ state }) => (granted = state === 'granted'));
      Object.defineProperty(Notification, 'permission', {
        get: () => (!has(ASKED) ? 'default' : granted ? 'granted' : 'denied'),
      });
      Notification.requestPermission = async () => {
        note(ASKED, true);
        return (await read()).state === 'granted' ? 'granted' : 'denied';
      };
      const subscription = {
        endpoint: address,
        options: { userVisibleOnly: true, applicationServerKey: null },
        toJSON: () => ({ endpoint: address, keys: ofBrowser }),
        unsubscribe: () => Promise.resolve(note(SUBSCRIBED, false)),
      };
      Object.assign(PushManager.prototype, {
        getSubscription: () => Promise.resolve(has(SUBSCRIBED) ? subscription : null),
        subscribe: () => {
          note(SUBSCRIBED, true);
          return Promise.resolve(subscription);
        },
      });
    },
    [endpoint, keys] as const,
  );
}

/**
 * Precedes the worker's program. Caches shown notifications, as a worker may stop anytime; a page message is a tap. Replaces
 * `setAppBadge`, which crashes the headless shell's page.
 */
const WORKER = `{
  WorkerNavigator.prototype.setAppBadge = async () => {};
  const open = () => caches.open('stand-in shown');
  ServiceWorkerRegistration.prototype.showNotification = async (title, options) =>
    (await open()).put('/' + options.tag, Response.json({ title, ...options }));
  self.addEventListener('message', (message) => {
    if (message.data.tap !== true) return;
    message.stopImmediatePropagation();
    const tap = async () => {
      const shown = await open();
      const [request] = await shown.keys();
      const notification = await (await shown.match(request)).json();
      let closed;
      notification.close = () => (closed = shown.delete(request));
      let done;
      self.dispatchEvent(
        Object.defineProperties(new Event('notificationclick'), {
          notification: { value: notification },
          waitUntil: { value: (work) => (done = work) },
        }),
      );
      await Promise.all([closed, done]);
    };
    message.waitUntil(tap());
  });
}
`;

/** Delivers pushes to the page's worker, like a push service, and taps notifications. */
export class PushLine {
  readonly #session: CDPSession;
  readonly #registrationId: string;
  readonly #page: Page;

  private constructor(page: Page, session: CDPSession, registrationId: string) {
    [this.#page, this.#session, this.#registrationId] = [page, session, registrationId];
  }

  /** Allows the worker of this line to show notifications. */
  static prepare(line: CuttableLine): void {
    line.rewrite((text) => (text.includes('pushsubscriptionchange') ? WORKER + text : text));
  }

  /** @param page controlled by a worker. */
  static async open(page: Page): Promise<PushLine> {
    const session = await page.context().newCDPSession(page);
    const known = new Promise<string>((resolve) => {
      session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
        const ours = registrations.find(({ isDeleted }) => !isDeleted);
        if (ours) resolve(ours.registrationId);
      });
    });
    await session.send('ServiceWorker.enable');
    return new PushLine(page, session, await known);
  }

  async deliver(payload: object): Promise<void> {
    await this.#session.send('ServiceWorker.deliverPushMessage', {
      origin: new URL(this.#page.url()).origin,
      registrationId: this.#registrationId,
      data: JSON.stringify(payload),
    });
  }

  /** Returns title and text of the shown notifications. */
  listShown(): Promise<string[][]> {
    return this.#page.evaluate(async () => {
      const shown = await caches.open('stand-in shown');
      const all = await Promise.all(
        (await shown.keys()).map(async (request) => (await shown.match(request))?.json()),
      );
      return (all as { title: string; body: string }[]).map(({ title, body }) => [title, body]);
    });
  }

  /** Taps the only notification. */
  async tap(): Promise<void> {
    await this.#page.evaluate(() => navigator.serviceWorker.controller?.postMessage({ tap: true }));
  }
}
