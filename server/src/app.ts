import type { Campus } from '@madang/campus/campus';
import type { Feature } from '@madang/contract/campus/rules';
import { describeSite } from './api-description.ts';
import {
  composeAccountMail,
  describeSession,
  isKnownBrowser,
  registerAccounts,
  sweepTokens,
} from './features/accounts/index.ts';
import { registerAnalytics, rollUp, Tally } from './features/analytics/index.ts';
import { registerBulletin } from './features/bulletin/index.ts';
import { registerCampus } from './features/campus/index.ts';
import { registerHome, registerPosts, removeNotedPictures, sweepUploads } from './features/posts/index.ts';
import { registerReplies, ReplyStreams } from './features/replies/index.ts';
import { admitBy, forgiveGuesses } from './limits.ts';
import { STOPPING } from './listen.ts';
import { mountMailbox } from './pages/mailbox.ts';
import type { Draw } from './pages/drawer.ts';
import { pagesOf } from './pages/pages.ts';
import type { Database, Transaction } from './platform/database/database.ts';
import { trustProxies } from './platform/http/client-address.ts';
import { DeviceCookie } from './platform/http/device-cookie.ts';
import { securityHeaders } from './platform/http/security-headers.ts';
import type { Exchange } from './platform/http/exchange.ts';
import { FreshMark } from './platform/http/fresh-cookie.ts';
import { Hosts } from './platform/http/hosts.ts';
import { Pipeline } from './platform/http/pipeline.ts';
import { Router } from './platform/http/router.ts';
import { Routes } from './platform/http/routes.ts';
import { sessionCookie } from './platform/http/session-cookie.ts';
import { CacheStep } from './platform/http/cache-step.ts';
import type { ImageStore } from './platform/images/image-store.ts';
import { AnswerCache } from './platform/cache/answer-cache.ts';
import { closeAllStreams } from './platform/live/event-stream.ts';
import { Limiter } from './platform/limits/limiter.ts';
import { sessionTurns } from './platform/limits/turns.ts';
import { Hub } from './platform/live/hub.ts';
import { Jobs } from './platform/jobs/jobs.ts';
import { sweepGivenUpJobs } from './platform/jobs/jobs.queries.ts';
import type { Logger } from './platform/log/log.ts';
import type { Mailer, StoredMail } from './platform/mail/mailer.ts';
import { Outbox } from './platform/mail/outbox.ts';
import { Sessions } from './platform/sessions/sessions.ts';
import { eraseUser } from './user-data/erase-user.ts';
import { ownData } from './user-data/own-data.ts';

/** What one server process is made of; `main` opens these, tests bring their own. */
export interface AppDependencies {
  database: Database;
  images: ImageStore;
  mailer: Mailer;
  /** What the installation signs its marks with. */
  secret: Buffer;
  campus: Campus;
  features: readonly Feature[];
  log: Logger;
  /** The address in mails; with several, the first. Only these may change anything. */
  origins: readonly [string, ...string[]];
  /** Whether the operator said which address that is; else this is somebody's own machine. */
  originConfigured: boolean;
  /** The built web app; without it only the API is served. */
  webFolder: string | null;
  /** Draws the web app's screens; without it the browser draws them. */
  draw?: Draw | null;
  /** How long a page waits for its screen, in milliseconds. */
  pagePatience?: number;
  /** Only with the built-in mailbox. */
  listMails?: () => Promise<StoredMail[]>;
  /** Proxies whose word on the client's address counts. */
  proxies: readonly string[];
  /** Whether what one user or address may do in a while is limited; false for load tests. */
  limited: boolean;
  /** Whether answers that are the same for everybody are cached; false to measure without. */
  caching: boolean;
  /** True while there is no room to write anything; never where it is left out. */
  full?: () => boolean;
  /** True in tests: answers that hold undeclared fields fail. */
  checkAnswers?: boolean;
}

export interface App {
  pipeline: Pipeline;
  router: Router;
  sessions: Sessions;
  outbox: Outbox;
  jobs: Jobs;
  tally: Tally;
  /** Begins what goes on beside requests: live signals, mails, jobs. */
  start(): Promise<void>;
  /** Answers 503 on readiness from now on. */
  drain(): void;
  close(): Promise<void>;
}

/** Pictures are removed one after the other, and a store may be slow: longer than a round of them takes. */
const REMOVAL_LEASE = 600;
const JSON_HEADERS = { 'Content-Type': 'application/json' };

type Services = ReturnType<typeof openServices>;

/** Puts the features together. */
export function createApp(dependencies: AppDependencies): App {
  const services = openServices(dependencies);
  const routes = new Routes();
  let draining = false;
  // The pipeline guards what is mounted after it: health answers whatever host is named.
  mountHealth(routes, dependencies.database, () => draining);
  const pipeline = createPipeline(dependencies, services, routes, () => router);
  const router = createRouter(dependencies, services, routes);
  registerFeatures(router, dependencies, services);
  mountDescription(routes, dependencies, services);
  const { hub, outbox, jobs, tally, sessions, streams, limiter } = services;
  registerJobs(dependencies, services);
  return {
    pipeline,
    router,
    sessions,
    outbox,
    jobs,
    tally,
    async start() {
      await hub.start();
      outbox.start();
      await jobs.start();
      tally.start();
    },
    drain() {
      draining = true;
      closeAllStreams();
    },
    async close() {
      await jobs.close();
      await hub.settled();
      sessions.close();
      streams.close();
      await limiter.close();
      await outbox.close();
      await tally.close();
    },
  };
}

/** What requests and features share in one process. */
function openServices(dependencies: AppDependencies) {
  const { database, campus, log, secret, origins } = dependencies;
  const [origin] = origins;
  const https = origin.startsWith('https:');
  const cookie = sessionCookie(https);
  const fresh = new FreshMark(https, secret);
  const sessions = new Sessions(database, log);
  const hub = new Hub(database, log);
  const hosts = new Hosts(
    new Set(origins.map((address) => new URL(address).host)),
    dependencies.originConfigured,
  );
  const cache = new AnswerCache(hub, dependencies.caching);
  return {
    origin,
    https,
    cookie,
    fresh,
    sessions,
    hub,
    hosts,
    cache,
    cacheStep: new CacheStep({ cache, sessions, cookie, fresh }),
    device: new DeviceCookie(https, secret),
    outbox: new Outbox(database, dependencies.mailer, composeAccountMail(campus, origin), log),
    jobs: new Jobs(database, log, campus.settings.timeZone),
    streams: new ReplyStreams(database, hub, log),
    tally: new Tally(database, log),
    limiter: new Limiter(database, log),
    turns: dependencies.limited ? sessionTurns() : null,
  };
}

function createRouter(
  { database, campus, limited, checkAnswers = false }: AppDependencies,
  { cacheStep, fresh, turns, device, limiter, sessions, cookie }: Services,
  routes: Routes,
): Router {
  const admission = limited
    ? admitBy(limiter, (cookies, email) => isKnownBrowser({ database, device, campus }, cookies, email))
    : null;
  const sessionOf = async ({ common }: Exchange) => {
    const secret = common.cookie && cookie.read(common.cookie);
    return secret ? (sessions.peek(secret) ?? sessions.resolve(secret)) : null;
  };
  return new Router({ routes, checkAnswers, admission, cacheStep, fresh, turns, sessionOf });
}

/** Asked every few seconds by programs that watch the server: whatever host they name, and not worth a line. */
function mountHealth(routes: Routes, database: Database, isDraining: () => boolean): void {
  const add = (name: string, answer: (exchange: Exchange) => Promise<void> | void) =>
    routes.add(name, ({ env: exchange }) => {
      exchange.logLevel = 'debug';
      return answer(exchange);
    });
  add('GET /health/live', (exchange) => exchange.send(200, JSON_HEADERS, '{"status":"live"}'));
  add('GET /health/ready', async (exchange) => {
    if (isDraining()) return exchange.send(503, JSON_HEADERS, STOPPING);
    await database.first('SELECT 1 AS one');
    exchange.send(200, JSON_HEADERS, '{"status":"ready"}');
  });
}

/** Every feature is named here and nowhere else. */
function registerFeatures(router: Router, dependencies: AppDependencies, services: Services): void {
  const { database, images, campus, log, mailer, features } = dependencies;
  const { sessions, outbox, cache, streams, tally: counter, cookie, device, limiter } = services;
  const removePictures = async (transaction: Transaction) =>
    transaction.afterCommit(() => void removeNotedPictures({ database, images }).catch(() => {}));
  const removeMails = async (transaction: Transaction, userId: string) =>
    transaction.afterCommit(() => void mailer.forget?.(userId).catch(() => {}));
  const erase = [...eraseUser, removePictures, removeMails];

  registerAnalytics(router, counter);
  registerAccounts(
    router,
    { database, sessions, outbox, campus, eraseUser: erase, ownData, images, log, cache, counter },
    { cookie, device, forgiveGuesses: forgiveGuesses(limiter) },
  );
  registerCampus(router, { database, campus, features });
  registerPosts(router, { database, images, campus, cache, counter });
  if (features.includes('freshHome')) registerHome(router, { database, campus });
  const commentRequired = features.includes('commentRequired');
  registerReplies(router, { database, sessions, streams, cache, counter, commentRequired });
  registerBulletin(router, { database, images });
}

/** Every kind of job is named here and nowhere else. */
function registerJobs(
  { database, images, campus }: AppDependencies,
  { jobs, sessions, limiter }: Services,
): void {
  jobs.handle('sweepSessions', { every: 'hour', inside: (transaction) => sessions.sweep(transaction) });
  jobs.handle('sweepLimits', { every: 'hour', inside: (transaction) => limiter.sweep(transaction) });
  jobs.handle('sweepTokens', { every: 'hour', inside: sweepTokens });
  jobs.handle('sweepUploads', { every: 'hour', outside: () => sweepUploads({ database }) });
  jobs.handle('removePictures', {
    every: 'hour',
    outside: () => removeNotedPictures({ database, images }),
    leaseSeconds: REMOVAL_LEASE,
  });
  jobs.handle('rollUp', { every: 'hour', outside: () => rollUp(database, campus.settings.timeZone) });
  jobs.handle('sweepJobs', { every: 'day', inside: sweepGivenUpJobs });
}

/** The description of the API, and the built-in mailbox where there is one. */
function mountDescription(
  routes: Routes,
  { campus, listMails }: AppDependencies,
  { cookie, hosts }: Services,
): void {
  const api = JSON.stringify(describeSite(campus.settings.product.latinName, cookie.name));
  routes.add('GET /api/openapi.json', ({ env: exchange }) => exchange.send(200, JSON_HEADERS, api));
  if (listMails) mountMailbox(routes, hosts, listMails);
}

function createPipeline(
  dependencies: AppDependencies,
  services: Services,
  routes: Routes,
  router: () => Router,
): Pipeline {
  const {
    database,
    campus,
    features,
    log,
    proxies,
    origins,
    webFolder,
    draw = null,
    pagePatience = 100,
    full = () => false,
  } = dependencies;
  const { origin, https, sessions, cookie, hosts, cache, cacheStep, fresh, turns } = services;
  return new Pipeline(routes, {
    settings: { headers: securityHeaders({ https }), proxies: trustProxies(proxies), log },
    cacheStep,
    hosts,
    origins: new Set(origins),
    full,
    pages: pagesOf({
      campusFolder: campus.folder,
      webFolder,
      card: { origin, product: campus.settings.product, university: campus.settings.university.name },
      draw,
      patience: pagePatience,
      router,
      cache,
      cacheStep,
      sessions,
      cookie,
      fresh,
      turns: turns && turns.requests,
      features,
      describeSession: (session) => describeSession({ database, campus }, session),
    }),
  });
}
