import { existsSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { CampusError } from '@madang/campus/campus-error';
import { loadCampus } from '@madang/campus/load-campus';
import { BUILT_FEATURES } from '@madang/contract/campus/rules';
import { plantDemo, type DemoAccount } from '../seed/plant-demo.ts';
import { createApp, type App } from './app.ts';
import { ConfigError, readConfig, type Config } from './config.ts';
import { upsertBoards } from './features/campus/index.ts';
import { mailSender } from './mail-sender.ts';
import { openDatabase } from './open-database.ts';
import { DatabaseError } from './platform/database/database.ts';
import { DiskReserve } from './platform/database/disk-reserve.ts';
import { FolderLockedError } from './platform/database/folder-lock.ts';
import { NewerDatabaseError } from './platform/database/migrate.ts';
import { shareDatabase, sharedAddress } from './platform/database/shared-database.ts';
import { openFolderStore } from './platform/images/image-store.ts';
import { installationSecret } from './platform/installation-secret.ts';
import { createLog } from './platform/log/log.ts';
import { openMailbox, openSmtp } from './platform/mail/mailer.ts';
import { serverFolder } from './platform/server-folder.ts';
import { startWatchdog } from './platform/watchdog.ts';

/** A stop that takes longer than this is cut: whoever restarts us would do it less gently. */
const STOP_WITHIN = 9_000;

/** Meanwhile requests that are on their way are read, and balancers see that this server is not ready. */
const READ_FOR = 500;

/** The port is taken or not ours to take. */
class ListenError extends Error {}

async function run(): Promise<void> {
  const config = readConfig(process.env);
  const log = createLog(config.logLevel);
  const campus = await loadCampus(config.campusFolder ?? join(serverFolder(), '..', 'campus'));

  // The port first: a second start by mistake ends here, before anything is opened or written.
  let app: App | undefined;
  const server = createServer({
    headersTimeout: 10_000,
    requestTimeout: 30_000,
    connectionsCheckingInterval: 1_000,
    maxHeaderSize: 16_384,
  });
  server.on('request', (incoming, outgoing) => {
    if (app) app.pipeline.serve(incoming, outgoing);
    else outgoing.writeHead(503, { 'Retry-After': '1' }).end();
  });
  const port = await listen(server, config);

  const database = await openDatabase(config, log);
  await upsertBoards(database, campus.boards);
  const images = openFolderStore(join(config.dataFolder, 'images'));
  const demo = config.demo
    ? await plantDemo({ database, images, campus, dataFolder: config.dataFolder })
    : null;

  const origins = originsOf(config, port);
  const mailFrom = mailSender(config, campus, origins[0]);
  const mailbox = openMailbox(join(config.dataFolder, 'mailbox'));
  const webFolder = join(serverFolder(), '..', 'web', 'dist');
  const reserve = config.databaseUrl ? null : new DiskReserve(config.dataFolder, log);
  app = createApp({
    database,
    images,
    full: () => reserve?.full ?? false,
    secret: await installationSecret(database),
    mailer: config.smtpUrl ? openSmtp(config.smtpUrl, mailFrom) : mailbox,
    campus,
    features: BUILT_FEATURES.filter(
      (name) => config.edition === 'official' || config.features.includes(name),
    ),
    log,
    origins,
    proxies: config.proxies,
    limited: config.limited,
    keeping: config.keeping,
    webFolder: existsSync(webFolder) ? webFolder : null,
    ...(config.smtpUrl || config.production ? {} : { listMails: () => mailbox.list() }),
  });
  await app.start();
  const unshare = config.databaseUrl
    ? async () => {}
    : await shareDatabase(database, sharedAddress(config.dataFolder), log);
  if (!config.databaseUrl) startWatchdog();
  stopOnSignal(server, app, async () => {
    reserve?.close();
    await unshare();
    await database.close();
  });
  announce(config, origins[0], demo);
}

function originsOf(config: Config, port: number): [string, ...string[]] {
  if (config.origin) return [config.origin];
  return [`http://localhost:${port}`, `http://127.0.0.1:${port}`];
}

async function listen(server: Server, config: Config): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const reason =
        error.code === 'EADDRINUSE' ? 'is in use' : `cannot be used (${error.code ?? error.message})`;
      reject(new ListenError(`PORT: ${config.port} on ${config.host} ${reason}; set another PORT`));
    });
    server.listen(config.port, config.host, () => resolve((server.address() as AddressInfo).port));
  });
}

function stopOnSignal(server: Server, app: App, closeDatabase: () => Promise<void>): void {
  let stopping = false;
  const stop = async () => {
    if (stopping) return;
    stopping = true;
    setTimeout(() => process.exit(1), STOP_WITHIN).unref();
    app.drain();
    // Closing takes idle connections at once, also one whose request has arrived and was not read yet.
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

function announce(config: Config, origin: string, demo: readonly DemoAccount[] | null): void {
  const lines = [
    `Madang is ready at ${origin}`,
    `  data      ${config.databaseUrl ? 'PostgreSQL by DATABASE_URL; images in ' : ''}${config.dataFolder}`,
  ];
  if (!config.smtpUrl && !config.production) lines.push(`  mailbox   ${origin}/dev/mailbox`);
  for (const account of demo ?? [])
    lines.push(`  account   ${account.email}  ${account.password}  (${account.note})`);
  console.log(lines.join('\n'));
}

try {
  await run();
} catch (error) {
  const expected = [
    ConfigError,
    CampusError,
    FolderLockedError,
    NewerDatabaseError,
    ListenError,
    DatabaseError,
  ];
  const known = expected.some((kind) => error instanceof kind);
  console.error(known ? (error as Error).message : error);
  process.exit(1);
}
