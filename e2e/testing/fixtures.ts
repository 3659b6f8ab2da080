import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Feature } from '@madang/contract/campus/rules';
import { expect, test as base, type BrowserContext, type Page } from '@playwright/test';
import { JourneyServer } from './journey-server.ts';
import { copyStartedFolder } from '../../server/testing/outside/started-folder.ts';
import { CuttableLine } from './cuttable-line.ts';
import { Makers, type User } from './makers.ts';
import { PageWatch } from './page-watch.ts';

interface TestFixtures {
  watch: PageWatch;
  /** Opens one more browser with a session of its own; watched like the first, and by this line if given. */
  openBrowser: (user?: User, line?: CuttableLine) => Promise<Page>;
  /** A line to the server that a test can cut. */
  line: CuttableLine;
  /** Makes the first browser the student's, or anybody's, by the cookie a sign-in would have set. */
  signIn: (user?: User) => Promise<void>;
  /** A new student with the writing right, signed in to the first browser. */
  user: User;
}

interface WorkerFixtures {
  /** Whether the server limits what one student may do in a while. */
  limits: 'on' | 'off';
  /** What the server runs; say it at the top of a file: `test.use({ edition: 'official' })`. */
  edition: 'beta' | 'official';
  /** Official features that are lit one by one: `test.use({ features: ['search'] })`. */
  features: readonly Feature[];
  /** Further variables of the server. */
  settings: Record<string, string>;
  /** What Node is started with, where that is not the built server itself. */
  command: string[] | undefined;
  server: JourneyServer;
  makers: Makers;
  /** One student with the writing right, for tests that need just anybody. */
  anybody: User;
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  limits: ['off', { scope: 'worker', option: true }],
  edition: ['beta', { scope: 'worker', option: true }],
  features: [[] as readonly Feature[], { scope: 'worker', option: true }],
  settings: [{}, { scope: 'worker', option: true }],
  command: [undefined, { scope: 'worker', option: true }],

  server: [
    async ({ limits, edition, features, settings: further, command }, use) => {
      const folder = await mkdtemp(join(tmpdir(), 'madang-journey-'));
      await copyStartedFolder(join(folder, 'data'), '1');
      const settings = { LIMITS: limits, EDITION: edition, FEATURES: features.join(), ...further };
      const server = new JourneyServer(join(folder, 'data'), settings, command);
      await server.start();
      await use(server);
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
    { scope: 'worker', timeout: 120_000 },
  ],

  makers: [async ({ server }, use) => use(new Makers(server.origin)), { scope: 'worker' }],

  anybody: [async ({ makers }, use) => use(await makers.user()), { scope: 'worker' }],

  baseURL: async ({ server }, use) => use(server.origin),

  watch: async ({ server }, use) => {
    const watch = new PageWatch(server.origin);
    server.takeComplaints();
    await use(watch);
    watch.check();
    expect(server.takeComplaints(), 'the server has nothing to complain about').toEqual([]);
  },

  page: async ({ page }, use) => use(untilTheAppRuns(page)),

  context: async ({ context, watch }, use) => {
    await watch.follow(context);
    await use(context);
  },

  // Depends on the line, so that browsers are closed before it is.
  openBrowser: async ({ browser, watch, server, line: _ }, use) => {
    const contexts: BrowserContext[] = [];
    await use(async (user, line) => {
      const context = await browser.newContext({
        baseURL: server.origin,
        // Chromium goes past any proxy to its own machine, unless told not to.
        ...(line ? { proxy: { server: line.address, bypass: '<-loopback>' } } : {}),
      });
      contexts.push(context);
      await watch.follow(context);
      if (user) await giveSession(context, user);
      return untilTheAppRuns(await context.newPage());
    });
    for (const context of contexts) await context.close();
  },

  line: async ({ server }, use) => {
    const line = await CuttableLine.open(new URL(server.origin).port);
    await use(line);
    await line.close();
  },

  signIn: async ({ context, anybody }, use) => use((user = anybody) => giveSession(context, user)),

  user: async ({ makers, signIn }, use) => {
    const user = await makers.user();
    await signIn(user);
    await use(user);
  },
});

/**
 * A page whose loads last until the app has taken over what the server drew: a thumb is slower than that. What happens
 * before is tried by `first-screen.journey.ts`.
 */
function untilTheAppRuns(page: Page): Page {
  const runs = () =>
    page.waitForFunction(() => !('early' in window), null, { timeout: 3_000 }).catch(() => {});
  const { goto, reload } = page;
  return Object.assign(page, {
    goto: async (...parameters: Parameters<Page['goto']>) => {
      const response = await goto.apply(page, parameters);
      await runs();
      return response;
    },
    reload: async (...parameters: Parameters<Page['reload']>) => {
      const response = await reload.apply(page, parameters);
      await runs();
      return response;
    },
  });
}

async function giveSession(context: BrowserContext, user: User): Promise<void> {
  const [name = '', value = ''] = user.client.cookie.split('=');
  await context.addCookies([{ name, value, url: user.client.origin, httpOnly: true, sameSite: 'Lax' }]);
}

export { expect };
