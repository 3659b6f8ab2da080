import type { Endpoint } from '@madang/contract/endpoint';
import { describeSite } from './api-description.ts';
import { describeSession, isKnownBrowser } from './features/accounts/index.ts';
import type { Tally } from './features/analytics/index.ts';
import { findRole, requireConfirmed, requirePasskeyUsed } from './features/moderation/index.ts';
import { type PushSender, readInbox, type ReplyNotifier } from './features/notifications/index.ts';
import { registerJobs } from './register-jobs.ts';
import { STOPPING } from './listen.ts';
import { readBackups } from './audit.ts';
import { mountMailbox } from './pages/mailbox.ts';
import { pagesOf } from './pages/pages.ts';
import type { Database } from './database/database.ts';
import { Pipeline, Routes } from './http/pipeline.ts';
import { type RequestContext, securityHeaders, trustProxies } from './http/request.ts';
import { Router } from './http/router.ts';
import type { Jobs } from './jobs/jobs.ts';
import { closeAllStreams } from './live/event-stream.ts';
import type { MailQueue } from './mail/mail-queue.ts';
import { CertificateWatch } from './metrics/certificate-watch.ts';
import type { Session, Sessions } from './sessions/sessions.ts';
import { limitRequests } from './rate-limits.ts';
import { registerFeatures, sessionParts } from './register-features.ts';
import { type AppDependencies, openServices, type Services } from './services.ts';

export interface App {
  pipeline: Pipeline;
  router: Router;
  sessions: Sessions;
  mailQueue: MailQueue;
  jobs: Jobs;
  tally: Tally;
  pusher: PushSender | null;
  notifier: ReplyNotifier;
  /** Starts background work: live signals, mails, jobs. */
  start(): Promise<void>;
  /** Makes readiness answer 503. */
  drain(): void;
  close(): Promise<void>;
}

/** Assembles services and features. */
export function createApp(dependencies: AppDependencies): App {
  const services = openServices(dependencies);
  const routes = new Routes();
  let draining = false;
  // Mounted before the pipeline and its guards: health accepts any host.
  mountHealth(routes, dependencies.database, () => draining);
  const pipeline = createPipeline(dependencies, services, routes, () => router);
  const router = createRouter(dependencies, services, routes);
  registerFeatures(router, dependencies, services);
  mountDescription(routes, dependencies, services);
  const { hub, mailQueue, jobs, tally, sessions, streams, inboxes, notifier, voices, limiter, pusher } =
    services;
  registerJobs(dependencies, services);
  watchNumbers(dependencies, services);
  return {
    pipeline,
    router,
    sessions,
    mailQueue,
    jobs,
    tally,
    pusher,
    notifier,
    async start() {
      await hub.start();
      mailQueue.start();
      await jobs.start();
      pusher?.start();
      tally.start();
    },
    drain() {
      draining = true;
      closeAllStreams();
    },
    async close() {
      await jobs.close();
      await pusher?.close();
      await notifier.close();
      await hub.settled();
      sessions.close();
      streams.close();
      inboxes.close();
      voices.close();
      await limiter.close();
      await mailQueue.close();
      await tally.close();
    },
  };
}

function createRouter(
  { database, campus, edition, limited, passkeys = false, checkAnswers = false }: AppDependencies,
  { cacheStep, fresh, slots, knownBrowser, limiter, sessions, cookie }: Services,
  routes: Routes,
): Router {
  const rateLimiter = limited
    ? limitRequests(
        limiter,
        (cookies, email) => isKnownBrowser({ database, knownBrowser, campus }, cookies, email),
        campus.settings,
      )
    : null;
  const sessionOf = async ({ common }: RequestContext) => {
    const secret = common.cookie && cookie.read(common.cookie);
    return secret ? (sessions.peek(secret) ?? sessions.resolve(secret)) : null;
  };
  const mayUse = async ({ id, userId }: Session, { access, beforeConfirmation }: Endpoint) => {
    const role = await findRole(database, userId);
    if (role === null || (access === 'operator' && !role.operator)) return false;
    if (beforeConfirmation) return true;
    if (passkeys) await requirePasskeyUsed(database, id);
    await requireConfirmed(database, id);
    return true;
  };
  return new Router({
    routes,
    edition,
    checkAnswers,
    rateLimiter,
    cacheStep,
    fresh,
    slots,
    sessionOf,
    mayUse,
  });
}

function mountDescription(
  routes: Routes,
  { campus, edition, listMails }: AppDependencies,
  { cookie, hosts }: Services,
): void {
  let api: string | undefined;
  routes.add('GET /api/openapi.json', ({ env: request }) => {
    api ??= JSON.stringify(describeSite(campus.settings.product.latinName, cookie.name, edition));
    return request.send(200, { 'Content-Type': 'application/json' }, api);
  });
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
    edition,
    log,
    proxies,
    bySocket = false,
    origins,
    webFolder,
    draw = null,
    builds = null,
    worker = true,
    pageTimeout = 100,
    full = () => false,
    metrics = null,
    release = '',
  } = dependencies;
  const { origin, https, sessions, cookie, hosts, cache, cacheStep, fresh, slots, tally, notifier } =
    services;
  return new Pipeline(routes, {
    settings: {
      headers: securityHeaders({ https }),
      proxies: trustProxies(proxies),
      bySocket,
      log,
      onFault: () => tally.add('error'),
      meter: metrics,
    },
    cacheStep,
    hosts,
    origins: new Set(origins),
    full,
    pages: pagesOf({
      campusFolder: campus.folder,
      hasMap: campus.map !== null,
      webFolder,
      card: { origin, product: campus.settings.product, university: campus.settings.university.name },
      draw,
      builds,
      worker,
      timeout: pageTimeout,
      router,
      cache,
      cacheStep,
      sessions,
      cookie,
      fresh,
      slots: slots && slots.requests,
      edition,
      release,
      describeSession: (session) =>
        describeSession({ database, campus, ...sessionParts(edition, campus) }, session),
      readOwn: { '/api/notifications': (userId) => readInbox({ database, notifier }, userId) },
    }),
  });
}

const JSON_HEADERS = { 'Content-Type': 'application/json' };

/** Mounts health checks, which accept any host and log as debug, because monitors poll. */
function mountHealth(routes: Routes, database: Database, isDraining: () => boolean): void {
  const add = (name: string, answer: (request: RequestContext) => Promise<void> | void) =>
    routes.add(name, ({ env: request }) => {
      request.logLevel = 'debug';
      return answer(request);
    });
  add('GET /health/live', (request) => request.send(200, JSON_HEADERS, '{"status":"live"}'));
  add('GET /health/ready', async (request) => {
    if (isDraining()) return request.send(503, JSON_HEADERS, STOPPING);
    await database.first('SELECT 1 AS one');
    request.send(200, JSON_HEADERS, '{"status":"ready"}');
  });
}

/** Sets the sources of the metrics that are read on a scrape. */
function watchNumbers(
  { metrics, database, readDisk = async () => null }: AppDependencies,
  { cache, origin }: Services,
): void {
  const certificate = new CertificateWatch(origin);
  metrics?.watch({
    database,
    cache,
    readDisk,
    readBackups,
    readCertificate: () => certificate.read(),
  });
}
