import { createECDH, randomBytes } from 'node:crypto';
import type { BrowserContext, CDPSession, Page, Worker } from '@playwright/test';

/**
 * Chromium's headless shell reaches no push service, shows no notification, and says that it may not (`Notification.permission`),
 * whatever was granted. Here a page is told what the context grants, and gets a subscription that is kept as a browser keeps it.
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

/** A notification as the worker has it; what is shown lies beside it. */
interface Shown {
  title: string;
  body: string;
  tag: string;
  data: unknown;
  close: () => void;
}
type Scope = EventTarget & { registration: object; shown: Shown[] };

/** Hands pushes to the page's worker, as a push service does, and taps what it shows. */
export class PushLine {
  readonly #session: CDPSession;
  readonly #registrationId: string;
  readonly #page: Page;
  readonly #worker: Worker;

  private constructor(page: Page, session: CDPSession, registrationId: string, worker: Worker) {
    [this.#page, this.#session, this.#registrationId, this.#worker] = [page, session, registrationId, worker];
  }

  /** @param page whose worker is there already. */
  static async open(page: Page): Promise<PushLine> {
    const [worker] = page.context().serviceWorkers();
    if (!worker) throw new Error('the page has no worker');
    const session = await page.context().newCDPSession(page);
    const known = new Promise<string>((resolve) => {
      session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
        const ours = registrations.find(({ isDeleted }) => !isDeleted);
        if (ours) resolve(ours.registrationId);
      });
    });
    await session.send('ServiceWorker.enable');
    await worker.evaluate(() => {
      const scope = globalThis as unknown as Scope;
      scope.shown = [];
      Object.assign(scope.registration, {
        showNotification(title: string, options: Shown): Promise<void> {
          const close = (): void => void (scope.shown = scope.shown.filter((one) => one !== shown));
          const shown = { ...options, title, close };
          scope.shown = [...scope.shown.filter(({ tag }) => tag !== options.tag), shown];
          return Promise.resolve();
        },
      });
    });
    return new PushLine(page, session, await known, worker);
  }

  async deliver(payload: object): Promise<void> {
    await this.#session.send('ServiceWorker.deliverPushMessage', {
      origin: new URL(this.#page.url()).origin,
      registrationId: this.#registrationId,
      data: JSON.stringify(payload),
    });
  }

  /** Title and text of what is shown now. */
  listShown(): Promise<string[][]> {
    return this.#worker.evaluate(() =>
      (globalThis as unknown as Scope).shown.map(({ title, body }) => [title, body]),
    );
  }

  /** Taps the only notification. */
  async tap(): Promise<void> {
    await this.#worker.evaluate(async () => {
      const scope = globalThis as unknown as Scope;
      let done: Promise<unknown> | undefined;
      const event = Object.defineProperties(new Event('notificationclick'), {
        notification: { value: scope.shown[0] },
        waitUntil: { value: (work: Promise<unknown>) => void (done = work) },
      });
      scope.dispatchEvent(event);
      await done;
    });
  }
}
