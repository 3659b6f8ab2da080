import { createServer, type Server } from 'node:http';
import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Campus } from '@madang/campus/campus';
import { loadCampus } from '@madang/campus/load-campus';
import type { Edition } from '@madang/contract/campus/rules';
import { createApp, type App } from '../src/app.ts';
import type { PushSettings } from '../src/features/notifications/index.ts';
import type { Database } from '../src/database/database.ts';
import type { Draw } from '../src/pages/rendering.ts';
import type { PreviousBuilds } from '../src/pages/kept-builds.ts';
import type { ImageStore } from '../src/images/image-store.ts';
import { InstallationKeys } from '../src/lib/installation-keys.ts';
import { createLog, type Logger } from '../src/log/log.ts';
import type { Metrics } from '../src/metrics/metrics.ts';
import type { Mail, Mailer } from '../src/mail/mailer.ts';
import { campusFolder } from './folders.ts';
import { closeAfterFile } from './opened.ts';
import { openTestImages } from './test-images.ts';
import { TestBrowser } from './test-browser.ts';
import { openTestDatabase, type TestDatabase } from './test-database.ts';

/** One server process under test, on its own port. */
export interface TestApp {
  app: App;
  origin: string;
  database: Database;
  images: ImageStore;
  campus: Campus;
  keys: InstallationKeys;
  /** Every sent mail, oldest first. */
  mails: Mail[];
  /** Returns a signed-out browser. */
  browser(): TestBrowser;
  /**
   * Starts a second process on the same data.
   *
   * @throws {Error} on the embedded engine, which allows one.
   */
  another(): Promise<TestApp>;
  close(): Promise<void>;
}

export interface TestAppOptions {
  /** Replaces the shipped campus. */
  campus?: Campus;
  edition?: Edition;
  /** Disables the limits on writing and repeating. */
  floods?: false;
  mailer?: Mailer;
  /** Storage of pictures; default: that of the test project. */
  images?: ImageStore;
  log?: Logger;
  /** Enables rate limits per user and address. */
  limited?: boolean;
  proxies?: readonly string[];
  /** False disables the answer cache, for tests that write directly to the database. */
  caching?: boolean;
  /** Built web app to serve. */
  webFolder?: string;
  /** Files of earlier builds. */
  builds?: PreviousBuilds;
  /** False if browsers have no service worker. */
  worker?: boolean;
  /** Renders screens on the server. */
  draw?: Draw;
  pageTimeout?: number;
  /** Origin for browsers, if it is not the listening address. */
  siteOrigin?: string;
  /** Requires a passkey in addition to the password for roles. */
  passkeys?: boolean;
  /** True if the disk is full. */
  full?: boolean;
  /** Existing database; default: a new one on the engine under test. */
  testDatabase?: TestDatabase;
  /** Keys for signing and hashing. */
  keys?: InstallationKeys;
  metrics?: Metrics;
  /** Settings of pushes; without them no push is sent. */
  push?: PushSettings;
}

/** Starts an app on a new database of the engine under test. It is closed after the tests of the file. */
export async function startTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  const { database, openAnother } = options.testDatabase ?? (await openTestDatabase());
  const folder = await mkdtemp(join(tmpdir(), 'madang-images-'));
  const images = options.images ?? openTestImages(folder);
  const keys = options.keys ?? new InstallationKeys();
  const started: TestApp[] = [];
  const start = async (handle: Database): Promise<TestApp> => {
    const testApp = await serve(handle, images, { ...options, keys }, async () => {
      if (!openAnother) throw new Error('the embedded engine allows one process');
      return start(openAnother());
    });
    started.push(testApp);
    return testApp;
  };
  const first = await start(database);
  return {
    ...first,
    close: closeAfterFile(async () => {
      for (const testApp of started) await testApp.close();
      await rm(folder, { recursive: true, force: true });
    }),
  };
}

const withoutFloods = ({ settings, ...campus }: Campus): Campus => {
  const floods = { firstDayPosts: 10_000, firstDayReplies: 10_000, repeatMinutes: 0 };
  return { ...campus, settings: { ...settings, moderation: { ...settings.moderation, floods } } };
};

/** Cached and never changed: loading a campus takes as long as ten calls. */
const campuses = new Map<Edition, Promise<Campus>>();
function shippedCampus(edition: Edition): Promise<Campus> {
  const loaded = campuses.get(edition) ?? loadCampus(campusFolder, edition);
  campuses.set(edition, loaded);
  return loaded;
}

async function listen(): Promise<{ server: Server; origin: string }> {
  const server = createServer();
  // On a busy machine a browser could use an idle connection at the moment it is closed.
  server.keepAliveTimeout = 60_000;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

async function serve(
  database: Database,
  images: ImageStore,
  options: TestAppOptions & { keys: InstallationKeys },
  another: () => Promise<TestApp>,
): Promise<TestApp> {
  const loaded = options.campus ?? (await shippedCampus(options.edition ?? 'beta'));
  const campus = options.floods === false ? withoutFloods(loaded) : loaded;
  const mails: Mail[] = [];
  const collector: Mailer = { send: async (mail) => void mails.push(mail), close() {} };
  const { server, origin } = await listen();
  const app = createApp({
    database,
    images,
    keys: options.keys,
    mailer: options.mailer ?? collector,
    campus,
    edition: options.edition ?? 'beta',
    log: options.log ?? createLog('silent'),
    origins: [options.siteOrigin ?? origin],
    originConfigured: options.siteOrigin !== undefined,
    webFolder: options.webFolder ?? null,
    draw: options.draw ?? null,
    builds: options.builds ?? null,
    worker: options.worker ?? true,
    // Allows for a busy machine.
    pageTimeout: options.pageTimeout ?? 10_000,
    limited: options.limited ?? false,
    proxies: options.proxies ?? [],
    caching: options.caching ?? true,
    full: () => options.full ?? false,
    metrics: options.metrics ?? null,
    push: options.push ?? null,
    release: '1.2.3',
    passkeys: options.passkeys ?? false,
    checkAnswers: true,
  });
  server.on('request', (incoming, outgoing) => app.pipeline.serve(incoming, outgoing));
  await app.start();
  return {
    app,
    origin,
    database,
    images,
    campus,
    keys: options.keys,
    mails,
    browser: () => new TestBrowser(origin, { page: options.siteOrigin ?? origin, described: true }),
    another,
    async close() {
      app.drain();
      server.closeAllConnections();
      server.close();
      await app.close();
      await database.close();
    },
  };
}
