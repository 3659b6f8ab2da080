import type { InstallationKeys } from './lib/installation-keys.ts';
import type { Campus } from '@madang/campus/campus';
import type { Edition } from '@madang/contract/campus/rules';
import { composeAccountMail, DailyVisitors, TICKET_SHEET } from './features/accounts/index.ts';
import { Tally } from './features/analytics/index.ts';
import { composeRightsMail } from './features/moderation/index.ts';
import {
  InboxStreams,
  PushSender,
  type PushSettings,
  ReplyNotifier,
} from './features/notifications/index.ts';
import { composeTicketSheet } from './features/admin/index.ts';
import { findPostJson } from './features/posts/index.ts';
import { ReplyStreams } from './features/replies/index.ts';
import { composeOfficeMail, markRefused } from './features/tickets/index.ts';
import { readCrowdReports, CrowdStreams } from './features/places/index.ts';
import { limitMail } from './rate-limits.ts';
import type { Draw } from './pages/rendering.ts';
import type { PreviousBuilds } from './pages/kept-builds.ts';
import type { Database } from './database/database.ts';
import { KnownBrowserCookie, FreshMark, ResetCookie, sessionCookie } from './http/sessions.ts';
import { Hosts } from './http/pipeline.ts';
import { CacheStep } from './http/cache.ts';
import type { ImageStore } from './images/image-store.ts';
import { AnswerCache } from './http/answer-cache.ts';
import { Limiter } from './http/limiter.ts';
import { sessionSlots } from './http/queue-slots.ts';
import { Hub } from './live/hub.ts';
import { Jobs } from './jobs/jobs.ts';
import type { Logger } from './log/log.ts';
import type { Mailer, StoredMail } from './mail/mailer.ts';
import type { Metrics } from './metrics/metrics.ts';
import { MailQueue, type ComposeMail } from './mail/mail-queue.ts';
import { Sessions } from './sessions/sessions.ts';

/** Dependencies of a server process, from `main` or tests. */
export interface AppDependencies {
  database: Database;
  images: ImageStore;
  mailer: Mailer;
  keys: InstallationKeys;
  campus: Campus;
  edition: Edition;
  log: Logger;
  /** Allowed origins of writes; the first is used in mails. */
  origins: readonly [string, ...string[]];
  /** Whether the operator configured the origin; otherwise a developer's machine. */
  originConfigured: boolean;
  /** The built web app; null serves only the API. */
  webFolder: string | null;
  /** Renders the web app's screens; without it the browser does. */
  draw?: Draw | null;
  /** Files of earlier builds; null if none are stored. */
  builds?: PreviousBuilds | null;
  /** Whether browsers get a service worker; otherwise an installed one is removed. */
  worker?: boolean;
  /** Rendering timeout of a page, in milliseconds. */
  pageTimeout?: number;
  /** Only with the built-in mailbox. */
  listMails?: () => Promise<StoredMail[]>;
  /** Proxies whose client address header is trusted. */
  proxies: readonly string[];
  /** Whether it uses a Unix socket: every peer is trusted. */
  bySocket?: boolean;
  /** TCP port of this server; null with a Unix socket. */
  servedPort?: number | null;
  /** Mail server and sender; null with the built-in mailbox. */
  mailRoute?: string | null;
  /** Whether rate limits apply; false for load tests. */
  limited: boolean;
  /** Whether shared answers are cached; false to measure without. */
  caching: boolean;
  /** True while the disk is full; undefined means never. */
  full?: () => boolean;
  /** Returns the data folder's free and total disk bytes, or null. */
  readDisk?: () => Promise<{ free: number; all: number } | null>;
  /** Version of this server; without it pages report no faults. */
  release?: string;
  metrics?: Metrics | null;
  push?: PushSettings | null;
  /** Whether a role needs a passkey in addition to the password. */
  passkeys?: boolean;
  /** True in tests: answers with undeclared fields fail. */
  checkAnswers?: boolean;
}

export type Services = ReturnType<typeof openServices>;

/** Returns the services that requests and features share in one process. */
export function openServices(dependencies: AppDependencies) {
  const { database, campus, log, keys, origins } = dependencies;
  const [origin] = origins;
  const https = origin.startsWith('https:');
  const cookie = sessionCookie(https);
  const fresh = new FreshMark(https, keys);
  const tally = new Tally(database, log);
  const moderated = dependencies.edition === 'official';
  const visitors = new DailyVisitors(database, tally, log, campus.settings.timeZone);
  // Daily visitors are for operators; the beta records none.
  const onUse = moderated ? (userId: string) => visitors.note(userId) : undefined;
  const sessions = new Sessions(database, log, onUse);
  const hub = new Hub(database, log);
  const hosts = new Hosts(
    new Set(origins.map((address) => new URL(address).host)),
    dependencies.originConfigured,
  );
  const inboxes = new InboxStreams(database, hub, log);
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
    knownBrowser: new KnownBrowserCookie(https, keys),
    resetCookie: new ResetCookie(https),
    mailQueue: new MailQueue(database, dependencies.mailer, composeMail(campus, origin, keys), log, {
      onSent: () => tally.add('mail'),
      onRefused: async (transaction, { officeId }) => {
        if (officeId) await markRefused(transaction, officeId);
      },
      limit: dependencies.limited ? limitMail(campus.settings) : undefined,
    }),
    jobs: new Jobs(database, log, campus.settings.timeZone),
    streams: new ReplyStreams(database, hub, log, (id) =>
      findPostJson(database, campus.settings.operatorLabel, id),
    ),
    inboxes,
    notifier: new ReplyNotifier({ database, inboxes, counter: tally, log }),
    pusher: openPusher(dependencies, tally),
    voices: new CrowdStreams(() => readCrowdReports(database, campus), hub, log),
    tally,
    limiter: new Limiter(database, log),
    slots: dependencies.limited ? sessionSlots() : null,
  };
}

function openPusher({ push, edition, ...dependencies }: AppDependencies, counter: Tally): PushSender | null {
  if (!push || edition !== 'official') return null;
  const { database, log, keys: secrets, origins, campus } = dependencies;
  const [origin] = origins;
  const from = { database, log, counter, timeZone: campus.settings.timeZone, origin, secrets };
  return new PushSender(from, { ...push, meter: dependencies.metrics ?? null });
}

/** Returns a composer for complainants (requests), offices (tickets) and students (others). */
function composeMail(campus: Campus, origin: string, keys: InstallationKeys): ComposeMail {
  const [toStudent, toComplainant] = [
    composeAccountMail(campus, origin, keys),
    composeRightsMail(campus, origin),
  ];
  const [toOffice, sheet] = [composeOfficeMail(campus, origin, keys), composeTicketSheet(campus, origin)];
  return (transaction, entry) => {
    if (entry.requestId) return toComplainant(transaction, entry);
    if (entry.officeId) return toOffice(transaction, entry);
    return (entry.kind === TICKET_SHEET ? sheet : toStudent)(transaction, entry);
  };
}
