import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PUSH_SERVICES } from '@madang/contract/notifications/push-rules';
import { makePushKeys, readPushKeys, type PushKeys } from '../src/platform/push/push-keys.ts';
import { openPushTransport } from '../src/platform/push/push-transport.ts';
import { makeUser, type MadeUser } from './makers.ts';
import { findHere, PushService, type ReceivedPush, type Subscription } from './push-service.ts';
import { startTestApp, type TestApp, type TestAppOptions } from './test-app.ts';

/** New keys, as the operator makes them. */
export async function testKeys(): Promise<PushKeys> {
  const folder = await mkdtemp(join(tmpdir(), 'madang-keys-'));
  try {
    const path = join(folder, 'keys.json');
    await makePushKeys(path);
    const keys = await readPushKeys(path);
    if (!keys) throw new Error('no keys');
    return keys;
  } finally {
    await rm(folder, { recursive: true });
  }
}

export interface Pushing {
  testApp: TestApp;
  service: PushService;
  /** Sets the clock of the sender on, by so many seconds. */
  setOn(seconds: number): void;
  /** Stops that clock, so that a slow machine sets it on by nothing; `false` lets it go on. */
  stopClock(stopped?: boolean): void;
  /** Lets the sender look for what is due, from now on until the next `push` ends. */
  look(): void;
  /** Sends what is due now. */
  push(): Promise<void>;
  close(): Promise<void>;
}

/** An app that pushes to push services of the test. */
export async function startPushing(options: TestAppOptions = {}): Promise<Pushing> {
  const keys = await testKeys();
  const service = await new PushService(keys.publicKey).start();
  let ahead = 0;
  let stoppedAt: number | null = null;
  // Between the looks that a test asks for nothing is due: those of the sender itself could fall into its preparations.
  let looking = false;
  const transport = () => openPushTransport(findHere, { port: service.port, ca: service.ca });
  const push = {
    keys,
    services: PUSH_SERVICES,
    transport: transport(),
    clock: () => new Date(looking ? (stoppedAt ?? Date.now()) + ahead : 0),
  };
  const testApp = await startTestApp({ edition: 'official', push, ...options });
  const look = (): void => {
    looking = true;
    testApp.app.pusher?.wake();
  };
  return {
    testApp,
    service,
    look,
    setOn: (seconds) => void (ahead += seconds * 1_000),
    stopClock: (stopped = true) => void (stoppedAt = stopped ? Date.now() : null),
    async push() {
      // A look may be under way that began before what is due now.
      for (let times = 0; times < 2; times += 1) {
        look();
        await testApp.app.pusher?.settled();
      }
      looking = false;
    },
    async close() {
      await testApp.close();
      await service.stop();
    },
  };
}

/** Pushes of every kind, at any hour, unless the student says otherwise. */
export const wantPushes = (
  { browser }: MadeUser,
  settings: Partial<{
    off: object;
    budget: number;
    quiet: { from: number; to: number } | null;
    texts: boolean;
  }> = {},
) => {
  const { off = {}, budget = 20, quiet = null, texts = false } = settings;
  const kinds = { answer: true, accepted: true, alert: true, ticket: true, notice: true, case: true, ...off };
  return browser.call('PUT /api/profile/push', { body: { kinds, budget, quiet, texts } });
};

export const subscribe = ({ browser }: MadeUser, subscription: Subscription) =>
  browser.call('PUT /api/profile/push/device', { body: subscription });

/** A student whose browser is notified at any hour. */
export async function makeNotified(
  { testApp, service }: Pick<Pushing, 'testApp' | 'service'>,
  settings: Parameters<typeof wantPushes>[1] = {},
  host: Parameters<PushService['subscribe']>[0] = 'google',
): Promise<{ user: MadeUser; subscription: Subscription; got: () => ReceivedPush[] }> {
  const user = await makeUser(testApp);
  const subscription = service.subscribe(host);
  await wantPushes(user, settings);
  const { problem } = await subscribe(user, subscription);
  if (problem) throw new Error(`no device: ${JSON.stringify(problem)}`);
  return { user, subscription, got: () => service.of(subscription) };
}
