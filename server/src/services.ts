import type { InstallationKeys } from './platform/installation-keys.ts';
import type { Campus } from '@madang/campus/campus';
import type { Edition } from '@madang/contract/campus/rules';
import { composeAccountMail, DailyVisitors, TICKET_SHEET } from './features/accounts/index.ts';
import { Tally } from './features/analytics/index.ts';
import { composeRightsMail } from './features/moderation/index.ts';
import { InboxStreams, PushSender, type PushSettings } from './features/notifications/index.ts';
import { composeTicketSheet } from './features/operate/index.ts';
import { findPostJson } from './features/posts/index.ts';
import { ReplyStreams } from './features/replies/index.ts';
import { composeOfficeMail, markRefused } from './features/tickets/index.ts';
import { readVoices, VoiceStreams } from './features/voices/index.ts';
import { limitMail } from './rate-limits.ts';
import type { Draw } from './pages/rendering.ts';
import type { KeptBuilds } from './pages/kept-builds.ts';
import type { Database } from './platform/database/database.ts';
import { DeviceCookie, FreshMark, ResetCookie, sessionCookie } from './platform/http/sessions.ts';
import { Hosts } from './platform/http/pipeline.ts';
import { CacheStep } from './platform/http/cache.ts';
import type { ImageStore } from './platform/images/image-store.ts';
import { AnswerCache } from './platform/cache/answer-cache.ts';
import { Limiter } from './platform/limits/limiter.ts';
import { sessionSlots } from './platform/limits/queue-slots.ts';
import { Hub } from './platform/live/hub.ts';
import { Jobs } from './platform/jobs/jobs.ts';
import type { Logger } from './platform/log/log.ts';
import type { Mailer, StoredMail } from './platform/mail/mailer.ts';
import type { Metrics } from './platform/metrics/metrics.ts';
import { Outbox, type ComposeMail } from './platform/mail/outbox.ts';
import { Sessions } from './platform/sessions/sessions.ts';

/** What one server process is made of; `main` opens these, tests bring their own. */
export interface AppDependencies {
  database: Database;
  images: ImageStore;
  mailer: Mailer;
  /** What the installation signs and hashes with. */
  keys: InstallationKeys;
  campus: Campus;
  edition: Edition;
  log: Logger;
  /** The address in mails; with several, the first. Only these may change anything. */
  origins: readonly [string, ...string[]];
  /** Whether the operator said which address that is; else this is somebody's own machine. */
  originConfigured: boolean;
  /** The built web app; without it only the API is served. */
  webFolder: string | null;
  /** Draws the web app's screens; without it the browser draws them. */
  draw?: Draw | null;
  /** Files of the builds before this one; null where none are kept. */
  builds?: KeptBuilds | null;
  /** Whether browsers have a service worker; where not, the one that they have is removed. */
  worker?: boolean;
  /** How long a page waits for its screen, in milliseconds. */
  pagePatience?: number;
  /** Only with the built-in mailbox. */
  listMails?: () => Promise<StoredMail[]>;
  /** Proxies whose word on the client's address counts. */
  proxies: readonly string[];
  /** Whether it listens at a file: anyone who connects is a proxy of ours. */
  bySocket?: boolean;
  /** Whether what one user or address may do in a while is limited; false for load tests. */
  limited: boolean;
  /** Whether answers that are the same for everybody are cached; false to measure without. */
  caching: boolean;
  /** True while there is no room to write anything; never where it is left out. */
  full?: () => boolean;
  /** Free and all bytes of the disk that holds the data folder; null where that cannot be read. */
  readDisk?: () => Promise<{ free: number; all: number } | null>;
  /** The version that runs here; without it pages report no faults. */
  release?: string;
  /** Counts requests and what they find; null where nothing is measured. */
  metrics?: Metrics | null;
  /** What pushes are sent with; null where the operator has made no keys. */
  push?: PushSettings | null;
  /** Whether a role needs a passkey beside the password. */
  passkeys?: boolean;
  /** True in tests: answers that hold undeclared fields fail. */
  checkAnswers?: boolean;
}

export type Services = ReturnType<typeof openServices>;

/** What requests and features share in one process. */
export function openServices(dependencies: AppDependencies) {
  const { database, campus, log, keys, origins } = dependencies;
  const [origin] = origins;
  const https = origin.startsWith('https:');
  const cookie = sessionCookie(https);
  const fresh = new FreshMark(https, keys);
  const tally = new Tally(database, log);
  const moderated = dependencies.edition === 'official';
  const visitors = new DailyVisitors(database, tally, log, campus.settings.timeZone);
  // Operators see how many people a day there are; where nobody is operator on the web, no day is noted.
  const onUse = moderated ? (userId: string) => visitors.note(userId) : undefined;
  const sessions = new Sessions(database, log, onUse);
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
    device: new DeviceCookie(https, keys),
    resetCookie: new ResetCookie(https),
    outbox: new Outbox(database, dependencies.mailer, composeMail(campus, origin, keys), log, {
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
    inboxes: new InboxStreams(database, hub, log),
    pusher: openPusher(dependencies, tally),
    voices: new VoiceStreams(() => readVoices(database, campus), hub, log),
    tally,
    limiter: new Limiter(database, log),
    turns: dependencies.limited ? sessionSlots() : null,
  };
}

/** Only the official edition pushes. */
function openPusher({ push, edition, ...dependencies }: AppDependencies, counter: Tally): PushSender | null {
  if (!push || edition !== 'official') return null;
  const { database, log, keys: secrets, origins, campus } = dependencies;
  const [origin] = origins;
  const from = { database, log, counter, timeZone: campus.settings.timeZone, origin, secrets };
  return new PushSender(from, { ...push, meter: dependencies.metrics ?? null });
}

/** Mails about a request go to people without an account, those about tickets to offices, all others to students. */
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
