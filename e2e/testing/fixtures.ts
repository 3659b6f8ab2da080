import { expect, test as base, type BrowserContext, type Page } from '@playwright/test';
import { JourneyServer, sharedServer, type SharedServer } from './journey-server.ts';
import { CuttableLine } from './cuttable-line.ts';
import { Makers, type User } from './makers.ts';
import { PageWatch } from './page-watch.ts';

interface TestFixtures {
  /** Edition of the run's server: `test.use({ edition: 'official' })`. */
  edition: 'beta' | 'official';
  server: SharedServer;
  makers: Makers;
  /** A student with the writing right, for tests that need any user. */
  anybody: User;
  watch: PageWatch;
  /** Opens another browser with an own session, watched like the first, over this line if given. */
  openBrowser: (user?: User, line?: CuttableLine) => Promise<Page>;
  /** Line to the server that a test can cut. */
  line: CuttableLine;
  /** Signs the first browser in by cookie, as the user or as `anybody`. */
  signIn: (user?: User) => Promise<void>;
  /** New student with the writing right, signed in to the first browser. */
  user: User;
}

interface WorkerFixtures {
  /**
   * Environment of an own server, for other settings or restarts. It costs a start: state the reason at the file's top.
   */
  ownServer: Record<string, string> | undefined;
  owned: JourneyServer | undefined;
  /** Users created on each server, by origin. */
  made: Map<string, { makers: Makers; anybody?: User }>;
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  edition: ['beta', { option: true }],
  ownServer: [undefined, { scope: 'worker', option: true }],

  owned: [
    async ({ ownServer }, use) => {
      if (!ownServer) return use(undefined);
      const server = await JourneyServer.open(ownServer);
      await use(server);
      await server.close();
      expect(server.takeComplaints(), 'the server has nothing to complain about').toEqual([]);
    },
    { scope: 'worker', timeout: 120_000 },
  ],

  made: [async ({ ownServer: _ }, use) => use(new Map()), { scope: 'worker' }],

  server: async ({ owned, edition }, use) => use(owned ?? sharedServer(edition)),

  makers: async ({ server, made }, use) => {
    const here = made.get(server.origin) ?? { makers: new Makers(server.origin) };
    made.set(server.origin, here);
    await use(here.makers);
  },

  anybody: async ({ server, makers, made }, use) => {
    const here = made.get(server.origin) ?? { makers };
    here.anybody ??= await makers.user();
    await use(here.anybody);
  },

  baseURL: async ({ server }, use) => use(server.origin),

  watch: async ({ server }, use) => {
    const watch = new PageWatch(server.origin);
    await use(watch);
    watch.check();
  },

  page: async ({ page }, use) => use(untilTheAppRuns(page)),

  context: async ({ context, watch }, use) => {
    await watch.follow(context);
    await use(context);
  },

  // Depends on the line, so that browsers close before it.
  openBrowser: async ({ browser, watch, server, line: _ }, use) => {
    const contexts: BrowserContext[] = [];
    await use(async (user, line) => {
      const context = await browser.newContext({
        baseURL: server.origin,
        // By default Chromium bypasses proxies for localhost.
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

/** Makes loads wait for hydration: a user is slower. `first-screen.journey.ts` tests earlier input. */
export function untilTheAppRuns(page: Page): Page {
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

export async function giveSession(context: BrowserContext, user: User): Promise<void> {
  const [name = '', value = ''] = user.client.cookie.split('=');
  await context.addCookies([{ name, value, url: user.client.origin, httpOnly: true, sameSite: 'Lax' }]);
}

export { expect };
