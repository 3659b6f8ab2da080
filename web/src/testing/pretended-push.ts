import { onTestFinished, vi } from 'vitest';

interface Said {
  /** Permission before the student is asked. */
  permission?: NotificationPermission;
  /** Answer of the student. */
  answer?: NotificationPermission;
  /** Whether the browser reaches no push service. */
  broken?: boolean;
  /** Whether new subscriptions are dead too. */
  dead?: boolean;
}

/** Operator keys, as browsers receive and store them. */
export const KEYS = ['BEl62iUYgUivxIkv69yViEuiBIaC', 'BDd3_hVL9fZi9Ybo2UUzA284WG5x'] as const;

const toBytes = (key: string): ArrayBuffer =>
  Uint8Array.from(atob(key.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0))
    .buffer;

/** Fake of a browser with permission, push service and worker. */
class PretendedPush {
  permission: NotificationPermission;
  readonly answer: NotificationPermission;
  broken: boolean;
  dead: boolean;
  /** Number of permission prompts. */
  asked = 0;
  subscription: PushSubscription | null = null;
  readonly worker = new EventTarget();
  #made = 0;

  constructor({ permission = 'default', answer = 'granted', broken = false, dead = false }: Said) {
    [this.permission, this.answer, this.broken, this.dead] = [permission, answer, broken, dead];
    const registration = { pushManager: this };
    Object.assign(this.worker, {
      ready: Promise.resolve(registration),
      getRegistration: () => Promise.resolve(registration),
    });
  }

  readonly requestPermission = (): Promise<NotificationPermission> => {
    this.asked += 1;
    this.permission = this.answer;
    return Promise.resolve(this.permission);
  };

  readonly getSubscription = () => Promise.resolve(this.subscription);

  subscribe({ applicationServerKey = KEYS[0] as string } = {}): Promise<PushSubscription> {
    if (this.broken) return Promise.reject(new DOMException('no push service', 'AbortError'));
    return Promise.resolve(this.make(applicationServerKey));
  }

  /** Creates a subscription with a new address. */
  make(key: string = KEYS[0]): PushSubscription {
    this.#made += 1;
    const host = this.dead ? 'permanently-removed.invalid' : 'fcm.googleapis.com';
    const endpoint = `https://${host}/fcm/send/${this.#made}`;
    const made: unknown = {
      endpoint,
      options: { applicationServerKey: toBytes(key), userVisibleOnly: true },
      toJSON: () => ({ endpoint, keys: { p256dh: 'p'.repeat(87), auth: 'a'.repeat(22) } }),
      unsubscribe: () => {
        this.subscription = null;
        return Promise.resolve(true);
      },
    };
    return (this.subscription = made as PushSubscription);
  }

  /** Sends a message from the worker to the page. */
  tell(data: unknown, port?: MessagePort): void {
    this.worker.dispatchEvent(new MessageEvent('message', { data, ...(port ? { ports: [port] } : {}) }));
  }
}

/** Stubs missing browser features until the test ends. */
export function pretendPush(said: Said = {}): PretendedPush {
  const push = new PretendedPush(said);
  vi.stubGlobal('PushManager', PretendedPush);
  vi.stubGlobal('Notification', push);
  Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value: push.worker });
  document.documentElement.dataset['build'] = 'test';
  onTestFinished(() => {
    Reflect.deleteProperty(navigator, 'serviceWorker');
    delete document.documentElement.dataset['build'];
  });
  return push;
}
