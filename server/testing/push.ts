import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PUSH_SERVICES } from '@madang/contract/notifications/rules';
import { makePushKeys, readPushKeys, type PushKeys } from '../src/push/push-keys.ts';
import { openPushTransport } from '../src/push/push-transport.ts';
import { makeUser, type MadeUser } from './makers.ts';
import { closeAfterFile } from './opened.ts';
import { findHere, PushService, type ReceivedPush, type Subscription } from './push-service.ts';
import { startTestApp, type TestApp, type TestAppOptions } from './test-app.ts';

/** Returns new keys, made by the operator's command. */
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
  /** Advances the clock of the sender, in seconds. */
  setOn(seconds: number): void;
  /** Stops that clock, so that a slow machine does not advance it; `false` starts it again. */
  stopClock(stopped?: boolean): void;
  /** Makes the sender poll from now until the next `push` ends. */
  look(): void;
  /** Sends all due pushes and waits for them. */
  push(): Promise<void>;
  close(): Promise<void>;
}

/** Starts an app that sends to push services of the test. Both are closed after the tests of the file. */
export async function startPushing(options: TestAppOptions = {}): Promise<Pushing> {
  const keys = await testKeys();
  const service = await new PushService(keys.publicKey).start();
  let ahead = 0;
  let stoppedAt: number | null = null;
  // The sender finds no due push unless a test asks; its own polls could disturb the preparation.
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
      await testApp.app.notifier.settle();
      // A poll that started before the newest pushes were due may still run.
      for (let times = 0; times < 2; times += 1) {
        look();
        await testApp.app.pusher?.settled();
      }
      looking = false;
    },
    close: closeAfterFile(async () => {
      await testApp.close();
      await service.stop();
    }),
  };
}

/** Turns on pushes of every kind at any hour, except for the given settings. */
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

/** Creates a student with a browser that is notified at any hour. */
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
