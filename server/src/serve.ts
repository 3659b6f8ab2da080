import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Campus } from '@madang/campus/campus';
import { type DemoAccount, plantDemo } from '../seed/plant-demo.ts';
import { plantDemoCrowdReports } from '../seed/plant-demo-voices.ts';
import { plantDemoMeals } from '../seed/plant-meals.ts';
import { noteOperators, plantOfficialDemo } from '../seed/plant-official-demo.ts';
import { type App, createApp } from './app.ts';
import type { Config } from './config.ts';
import { plantAmenities, plantRooms } from './features/places/index.ts';
import { noteUniversity, upsertBoards } from './features/campus/index.ts';
import type { AppDependencies } from './services.ts';
import { clearSocket, listen, listenAtSocket, listenForMetrics } from './listen.ts';
import {
  mailRoute,
  openCampus,
  openDatabase,
  openImages,
  openKeys,
  openMailer,
  openPush,
  requireImages,
  requireOwnCampus,
} from './open.ts';
import { openDrawer } from './pages/rendering.ts';
import { keepBuild } from './pages/kept-builds.ts';
import { DiskReserve } from './database/embedded.ts';
import { announceStop } from './database/folder-lock.ts';
import { sharedAddress, shareDatabase } from './database/shared-database.ts';
import { describeS3 } from './images/s3-settings.ts';
import { createLog, type Logger } from './log/log.ts';
import { createMetricsServer, Metrics } from './metrics/metrics.ts';
import { readDisk, serverFolder } from './lib/folders.ts';
import { startWatchdog } from './lib/watchdog.ts';

type OpenedWeb = Pick<AppDependencies, 'webFolder' | 'draw' | 'builds' | 'worker'>;

/** Shutdown timeout in milliseconds; a service manager would be less gentle. */
const STOP_WITHIN = 9_000;

/** Milliseconds for requests in transit, and balancers to see unreadiness. */
const READ_FOR = 500;

const stopping = new WeakSet<Server>();

const HTTP_LIMITS = {
  headersTimeout: 10_000,
  // Longer than the slowest allowed upload (`body.ts`).
  requestTimeout: 180_000,
  connectionsCheckingInterval: 1_000,
  maxHeaderSize: 16_384,
};

/**
 * Opens everything and serves until a stop signal.
 *
 * @returns a message for the terminal.
 */
export async function serve(config: Config): Promise<string> {
  const log = createLog(config.logLevel);
  const campus = await openCampus(config);

  // Opens the port first, so an accidental second start writes nothing; a socket last, as requests follow at once.
  const { server, open } = createDoor();
  if (config.socket) await clearSocket(config.socket);
  const port = config.socket ? config.port : await listen(server, config);

  const release = await readRelease();
  const { metrics, metricsServer } = await openMetrics(config, release, log);
  const { database, images, demo } = await openStores(config, campus, log);
  const origins = originsOf(config, port);
  const { mailer, list: listMails } = openMailer(config, campus, origins[0]);
  const reserve = config.databaseUrl ? null : new DiskReserve(config.dataFolder, log);
  const app = createApp({
    database,
    images,
    full: () => reserve?.full ?? false,
    readDisk: () => readDisk(config.dataFolder).catch(() => null),
    metrics,
    release,
    keys: await openKeys(config, database, log),
    mailer,
    campus,
    edition: config.edition,
    log,
    origins,
    originConfigured: config.origin !== null,
    proxies: config.proxies,
    bySocket: config.socket !== null,
    servedPort: config.socket === null ? port : null,
    mailRoute: mailRoute(config, campus),
    limited: config.limited,
    passkeys: config.passkeys,
    caching: config.caching,
    ...(await openOutside(config, log)),
    pageTimeout: config.pageTimeout,
    ...(listMails && !config.production ? { listMails } : {}),
  });
  open(app);
  await app.start();
  const leaveSocket = config.socket ? await listenAtSocket(server, config.socket) : () => {};
  const shared = sharedAddress(config.dataFolder);
  const unshare = config.databaseUrl ? null : await shareDatabase(database, shared, log);
  startWatchdog(config.databaseUrl ? 'loop' : 'engine');
  stopOnSignal(server, app, {
    announce: async () => {
      leaveSocket();
      // Closed before PORT, since the next server needs both.
      metricsServer?.close().closeAllConnections();
      if (!config.databaseUrl) await announceStop(config.dataFolder);
    },
    closeDatabase: async () => {
      reserve?.close();
      await unshare?.();
      await database.close();
    },
  });
  return describeStart(config, origins[0], demo);
}

/** Returns a server that answers 503 until the app opens it. */
function createDoor() {
  let app: App | undefined;
  const server = createServer(HTTP_LIMITS);
  server.on('request', (incoming, outgoing) => {
    // Ends keep-alive, so that clients reconnect to the next server.
    if (stopping.has(server)) outgoing.shouldKeepAlive = false;
    if (app) app.pipeline.serve(incoming, outgoing);
    else outgoing.writeHead(503, { 'Retry-After': '1' }).end();
  });
  return { server, open: (opened: App) => void (app = opened) };
}

/** Opens database and pictures; adds boards and, if configured, demo data. */
async function openStores(config: Config, campus: Campus, log: Logger) {
  await requireImages(config, log);
  const database = await openDatabase(config, log);
  await requireOwnCampus(database, campus);
  await noteUniversity(database, campus.settings.university);
  await upsertBoards(database, campus.boards);
  if (config.edition === 'official') {
    await plantAmenities(database, campus);
    await plantRooms(database, campus);
  }
  const images = openImages(config);
  let demo = config.demo
    ? await plantDemo({ database, images, campus, dataFolder: config.dataFolder })
    : null;
  if (demo && config.edition === 'official') {
    await plantOfficialDemo({ database, images });
    await plantDemoCrowdReports(database, campus);
    await plantDemoMeals(database, campus);
    demo = await noteOperators(database, demo);
  }
  return { database, images, demo };
}

async function openMetrics({ metricsPort, edition }: Config, version: string, log: Logger) {
  if (metricsPort === null) return { metrics: null, metricsServer: null };
  const metrics = new Metrics({ version, edition });
  const metricsServer = createMetricsServer(metrics, log);
  await listenForMetrics(metricsServer, metricsPort);
  return { metrics, metricsServer };
}

async function readRelease(): Promise<string> {
  const text = await readFile(join(serverFolder(), 'package.json'), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}

/** Opens everything outside the database: web app and push. */
async function openOutside(config: Config, log: Logger) {
  return { ...(await openWeb(config, log)), push: await openPush(config) };
}

/** Opens the built web app, its server rendering, and earlier builds. */
async function openWeb({ dataFolder, worker }: Config, log: Logger): Promise<OpenedWeb> {
  const folder = join(serverFolder(), '..', 'web', 'dist');
  const bundle = join(serverFolder(), 'dist', 'web', 'draw.js');
  const draw = await openDrawer(bundle, ({ message }, path) =>
    log.warn({ error: message, screen: path.split('/')[1] }, 'a screen could not be drawn'),
  );
  if (!draw) log.warn({ bundle }, 'no rendering bundle: browsers render the first screen');
  if (!existsSync(folder)) return { webFolder: null, draw };
  return { webFolder: folder, draw, worker, builds: await keepBuild(dataFolder, folder, log) };
}

function originsOf(config: Config, port: number): [string, ...string[]] {
  if (config.origin) return [config.origin];
  return [`http://localhost:${port}`, `http://127.0.0.1:${port}`];
}

/** `announce` notifies servers that start meanwhile. */
function stopOnSignal(
  server: Server,
  app: App,
  { announce, closeDatabase }: Record<'announce' | 'closeDatabase', () => Promise<void>>,
): void {
  const stop = async () => {
    if (stopping.has(server)) return;
    stopping.add(server);
    setTimeout(() => process.exit(1), STOP_WITHIN).unref();
    app.drain();
    await announce();
    // Closing drops idle connections, even with an unread request.
    await sleep(READ_FOR);
    await new Promise((resolve) => {
      server.close(resolve);
      server.closeIdleConnections();
    });
    await app.close();
    await closeDatabase();
    process.exit(0);
  };
  process.on('SIGTERM', () => void stop());
  process.on('SIGINT', () => void stop());
}

function describeStart(config: Config, origin: string, demo: readonly DemoAccount[] | null): string {
  const lines = [
    `Madang is ready at ${origin}`,
    `  edition   ${config.edition}`,
    `  data      ${config.databaseUrl ? `PostgreSQL by DATABASE_URL; ${config.s3 ? 'spools' : 'images'} in ` : ''}${config.dataFolder}`,
  ];
  if (config.s3) lines.push(`  pictures  ${describeS3(config.s3)}`);
  if (!config.smtpUrl && !config.production) lines.push(`  mailbox   ${origin}/dev/mailbox`);
  for (const account of demo ?? [])
    lines.push(`  account   ${account.email}  ${account.password}  (${account.note})`);
  if (!config.production)
    lines.push(
      'npm start: the beta, exactly as specified. npm run official: everything that is built beyond it.',
    );
  return lines.join('\n');
}
