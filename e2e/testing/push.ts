import { createECDH, randomBytes } from 'node:crypto';
import type { BrowserContext, CDPSession, Page } from '@playwright/test';

/**
 * Chromium without its window reaches no push service: what a page asks of one is answered here, and kept across loads as a
 * browser keeps it. Permission is the browser's own.
 */
export async function standInForPushService(context: BrowserContext): Promise<void> {
  const pair = createECDH('prime256v1');
  const keys = { p256dh: pair.generateKeys('base64url'), auth: randomBytes(16).toString('base64url') };
  const endpoint = `https://fcm.googleapis.com/fcm/send/${randomBytes(16).toString('base64url')}`;
  await context.addInitScript(
    ([address, ofBrowser]) => {
      const KEY = 'stand-in';
      const make = () => ({
        endpoint: address,
        options: { userVisibleOnly: true, applicationServerKey: null },
        toJSON: () => ({ endpoint: address, keys: ofBrowser }),
        unsubscribe() {
          localStorage.removeItem(KEY);
          return Promise.resolve(true);
        },
      });
      Object.assign(PushManager.prototype, {
        getSubscription: () => Promise.resolve(localStorage.getItem(KEY) === null ? null : make()),
        subscribe(): Promise<unknown> {
          if (Notification.permission !== 'granted')
            return Promise.reject(new DOMException('refused', 'NotAllowedError'));
          localStorage.setItem(KEY, address);
          return Promise.resolve(make());
        },
      });
    },
    [endpoint, keys] as const,
  );
}

/** Hands pushes to the page's worker, as a push service does. */
export class PushLine {
  readonly #session: CDPSession;
  readonly #registrationId: string;
  readonly #page: Page;

  private constructor(page: Page, session: CDPSession, registrationId: string) {
    [this.#page, this.#session, this.#registrationId] = [page, session, registrationId];
  }

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
    const { origin } = new URL(this.#page.url());
    const data = JSON.stringify(payload);
    await this.#session.send('ServiceWorker.deliverPushMessage', {
      origin,
      registrationId: this.#registrationId,
      data,
    });
  }

  /** What is shown now: title and text. */
  listShown(): Promise<string[][]> {
    return this.#page.evaluate(async () => {
      const { getNotifications } = ServiceWorkerRegistration.prototype;
      const shown = await getNotifications.call(await navigator.serviceWorker.ready);
      return shown.map(({ title, body }) => [title, body]);
    });
  }

  /** Taps the only notification; the browser itself tells nobody how to do that. */
  async tap(): Promise<void> {
    const [worker] = this.#page.context().serviceWorkers();
    await worker?.evaluate(async () => {
      const scope = globalThis as unknown as EventTarget & { registration: ServiceWorkerRegistration };
      const [notification] = await scope.registration.getNotifications();
      const made = globalThis as unknown as {
        NotificationEvent: new (name: string, of: { notification: unknown }) => Event;
      };
      const event = new made.NotificationEvent('notificationclick', { notification });
      let done: Promise<unknown> | undefined;
      Object.defineProperty(event, 'waitUntil', { value: (work: Promise<unknown>) => void (done = work) });
      scope.dispatchEvent(event);
      await done;
    });
  }
}
