import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { getRequestListener } from '@hono/node-server';
import type { Campus } from '@madang/campus/campus';
import type { Feature } from '@madang/contract/campus/rules';
import { eraseStudent } from './erase-student.ts';
import { composeAccountMail, registerAccounts, sweepTokens } from './features/accounts/index.ts';
import { registerAnalytics, rollUp, Tally } from './features/analytics/index.ts';
import { findPoster, registerBulletin } from './features/bulletin/index.ts';
import { registerCampus } from './features/campus/index.ts';
import { registerPosts, sweepUploads } from './features/posts/index.ts';
import { registerReplies, ReplyStreams } from './features/replies/index.ts';
import { admitBy } from './limits.ts';
import { ownData } from './own-data.ts';
import { mountMailbox } from './mailbox-page.ts';
import { describeVisits, type DescribeVisit } from './page-visits.ts';
import type { Database, Transaction } from './platform/database/database.ts';
import {
  answerProblem,
  openScope,
  requireKnownHost,
  requireOwnOrigin,
  securityHeaders,
  setHeaders,
} from './platform/http/guards.ts';
import { trustProxies } from './platform/http/client-address.ts';
import { describeApi } from './platform/http/openapi.ts';
import { ProblemError } from './platform/http/problem.ts';
import type { HttpContext } from './platform/http/http-context.ts';
import { Router } from './platform/http/router.ts';
import { sessionCookie } from './platform/http/session-cookie.ts';
import { SharedAnswers } from './platform/http/shared-answers.ts';
import { StaticFolder } from './platform/http/static-files.ts';
import { removeNotedImages } from './platform/images/image-removals.ts';
import type { ImageStore } from './platform/images/image-store.ts';
import { KeptAnswers } from './platform/kept/kept-answers.ts';
import { closeAllStreams } from './platform/live/event-stream.ts';
import { Limiter } from './platform/limits/limiter.ts';
import { Hub } from './platform/live/hub.ts';
import type { Logger } from './platform/log/log.ts';
import type { KeptMail, Mailer } from './platform/mail/mailer.ts';
import { Outbox } from './platform/mail/outbox.ts';
import { Sessions } from './platform/sessions/sessions.ts';

/** What one server process is made of; `main` opens these, tests bring their own. */
export interface AppParts {
  database: Database;
  images: ImageStore;
  mailer: Mailer;
  campus: Campus;
  features: readonly Feature[];
  log: Logger;
  /** The address in mails; with several, the first. Only these may change anything. */
  origins: readonly [string, ...string[]];
  /** The built web app; without it only the API is served. */
  webFolder: string | null;
  /** Only with the built-in mailbox. */
  listMails?: () => Promise<KeptMail[]>;
  /** Proxies whose word on the client's address counts. */
  proxies: readonly string[];
  /** Whether what one student or address may do in a while is limited; false for load tests. */
  limited: boolean;
  /** Whether answers that are the same for everybody are kept in memory; false to measure without. */
  keeping: boolean;
  /** True in tests: answers that hold undeclared fields fail. */
  checkAnswers?: boolean;
}

export interface App {
  /** Answers one request of Node's server. */
  serve: (incoming: IncomingMessage, outgoing: ServerResponse) => void;
  router: Router;
  sessions: Sessions;
  outbox: Outbox;
  tally: Tally;
  /** Begins what goes on beside requests: live signals, mails, sweeps. */
  start(): Promise<void>;
  /** Answers 503 on readiness from now on. */
  drain(): void;
  close(): Promise<void>;
}

const SWEEP_EVERY = 3_600_000;
const IMMUTABLE = 'public, max-age=31536000, immutable';
const REVALIDATED = 'public, max-age=3600';

/** Puts the features together; each is named here and nowhere else. */
export function createApp(parts: AppParts): App {
  const { database, images, campus, log } = parts;
  const [origin] = parts.origins;
  const https = origin.startsWith('https:');
  const cookie = sessionCookie(https);
  const sessions = new Sessions(database, log);
  const outbox = new Outbox(database, parts.mailer, composeAccountMail(campus, origin), log);
  const hub = new Hub(database, log);
  const streams = new ReplyStreams(database, hub, log);
  const tally = new Tally(database, log);
  const limiter = new Limiter(database, log);
  const hosts = new Set(parts.origins.map((address) => new URL(address).host));
  const headers = securityHeaders({ https, scriptHashes: [] });
  const kept = new KeptAnswers(hub, parts.keeping);
  const shared = new SharedAnswers({ kept, sessions, cookie, hosts, headers, log });
  const router = new Router({
    checkAnswers: parts.checkAnswers ?? false,
    admission: parts.limited ? admitBy(limiter) : null,
    shared,
    https,
  });
  const { hono } = router;
  let draining = false;

  hono.use(openScope(log, trustProxies(parts.proxies)));
  hono.use(setHeaders(headers));
  hono.onError((error, context) => answerProblem(error, context, log));
  hono.use(requireKnownHost(hosts));
  hono.use(requireOwnOrigin(new Set(parts.origins)));

  hono.get('/health/live', (context) => context.json({ status: 'live' }));
  hono.get('/health/ready', async (context) => {
    if (draining) throw new ProblemError('server.unavailable');
    await database.first('SELECT 1 AS one');
    return context.json({ status: 'ready' });
  });

  // Pages, scripts and the campus's pictures are the same for everybody: a thousand students who open home at once
  // would ask the database a thousand times for a session that nobody looks at, and find it busy.
  for (const path of ['/api/*', '/images/*', '/EventImg/*'])
    hono.use(path, async (context, next) => {
      const secret = cookie.read(context);
      if (secret) context.var.scope.session = await sessions.resolve(secret);
      await next();
    });

  const removePictures = async (transaction: Transaction) =>
    transaction.afterCommit(() => void removeNotedImages({ database, images }).catch(() => {}));
  const removeMails = async (transaction: Transaction, userId: string) =>
    transaction.afterCommit(() => void parts.mailer.forget?.(userId).catch(() => {}));
  registerAnalytics(router, tally);
  registerAccounts(
    router,
    {
      database,
      sessions,
      outbox,
      campus,
      eraseStudent: [...eraseStudent, removePictures, removeMails],
      ownData,
      images,
      log,
      kept,
      counter: tally,
    },
    cookie,
  );
  registerCampus(router, { database, campus, features: parts.features });
  registerPosts(router, { database, images, campus, kept, counter: tally });
  registerReplies(router, {
    database,
    sessions,
    streams,
    kept,
    counter: tally,
    commentRequired: parts.features.includes('commentRequired'),
  });
  registerBulletin(router, { database, images });

  const api = describeApi(campus.settings.product.latinName, cookie.name);
  hono.get('/api/openapi.json', (context) => context.json(api));
  if (parts.listMails) mountMailbox(hono, parts.listMails);
  const visits = describeVisits({ sessions, cookie, findPoster: () => findPoster(database) });
  mountPages(router, campus.folder, parts.webFolder, visits);

  const sweep = async () => {
    await sessions.sweep();
    await limiter.sweep();
    await sweepTokens(database);
    await sweepUploads({ database, images });
    await removeNotedImages({ database, images });
    await rollUp(database, campus.settings.timeZone);
  };
  const sweepTimer = setInterval(() => {
    sweep().catch((error: Error) => log.warn({ error: error.message }, 'the hourly sweep failed'));
  }, SWEEP_EVERY).unref();

  const pipeline = getRequestListener((request, bindings) =>
    hono.fetch(request, bindings as HttpContext['env']),
  );
  return {
    serve(incoming, outgoing) {
      if (!shared.answerDirectly(incoming, outgoing)) void pipeline(incoming, outgoing);
    },
    router,
    sessions,
    outbox,
    tally,
    async start() {
      await hub.start();
      outbox.start();
      tally.start();
    },
    drain() {
      draining = true;
      closeAllStreams();
    },
    async close() {
      clearInterval(sweepTimer);
      await hub.settled();
      sessions.close();
      streams.close();
      await limiter.close();
      await outbox.close();
      await tally.close();
    },
  };
}

/** The campus pictures and the web app; every other address is the app's own to route. */
function mountPages(
  { hono }: Router,
  campusFolder: string,
  webFolder: string | null,
  describeVisit: DescribeVisit,
): void {
  const pictures = new StaticFolder(join(campusFolder, 'pictures'), (address) =>
    /^\/(?:buildings\/|empty\/|icon\.svg$)/.test(address),
  );
  hono.use(
    '/campus/*',
    pictures.serve('/campus', () => REVALIDATED),
  );
  const web = webFolder === null ? null : new StaticFolder(webFolder);
  if (web) hono.use(web.serve('', (address) => (address.startsWith('/assets/') ? IMMUTABLE : 'no-cache')));
  hono.notFound(async (context) => {
    const { method, path } = context.req;
    const page =
      (method === 'GET' || method === 'HEAD') &&
      !/^\/(?:api|images|EventImg|campus|assets|dev|health)(?:\/|$)/.test(path);
    const answer = page && web?.answer('/index.html', context.req.raw.headers, 'no-cache');
    if (!answer) throw new ProblemError('route.unknown');
    const { search } = new URL(context.req.url);
    const link = await describeVisit(path, search, context.env.incoming.headers.cookie);
    if (link) answer.headers.set('Link', link);
    return answer;
  });
}
