import type { Campus } from '@madang/campus/campus';
import type { Edition } from '@madang/contract/campus/rules';
import { registerAccounts } from './features/accounts/index.ts';
import { MEALS_TAG, registerPlaces } from './features/places/index.ts';
import { registerAnalytics } from './features/analytics/index.ts';
import { registerBulletin } from './features/bulletin/index.ts';
import { readPins, registerCampus, registerPins } from './features/campus/index.ts';
import {
  findBlocked,
  findRole,
  guardAccounts,
  guardFloods,
  guardLinks,
  guardOrdinaryReplies,
  keepLastOperator,
  registerModeration,
  requireMayWrite,
} from './features/moderation/index.ts';
import { registerOffline } from './features/offline/index.ts';
import {
  attachReportPicture,
  registerHome,
  registerPosts,
  registerView,
  removeNotedPictures,
  uploadQuotas,
} from './features/posts/index.ts';
import {
  countUnread,
  notifyOfReplies,
  notifyOfTicket,
  openThread,
  readCaseNotifications,
  registerNotifications,
  registerPush,
} from './features/notifications/index.ts';
import { registerOperate } from './features/admin/index.ts';
import { registerReplies } from './features/replies/index.ts';
import { registerSearch } from './features/search/index.ts';
import { registerTickets } from './features/tickets/index.ts';
import { carryCounts, forgiveGuesses } from './rate-limits.ts';
import type { Executor, Transaction } from './database/database.ts';
import type { Router } from './http/router.ts';
import type { EventStream } from './live/event-stream.ts';
import { deleteUserData, ownData } from './user-data.ts';
import type { AppDependencies, Services } from './services.ts';

/** Session parts of the official edition; the beta has none. */
export const sessionParts = (edition: Edition, campus: Campus) =>
  edition === 'official'
    ? {
        findRole,
        findBlocked,
        countUnread,
        findPins: (executor: Executor, userId: string) => readPins(executor, campus, userId),
      }
    : {};

/** Mounts every feature. */
export function registerFeatures(router: Router, dependencies: AppDependencies, services: Services): void {
  const upward = upwardOf(dependencies, services);
  registerPeople(router, dependencies, services, upward);
  registerContent(router, dependencies, services, upward);
  registerStaff(router, dependencies, services, upward);
}

/** Functions of higher features for lower ones: sanctions, notifications and withdrawal. */
function upwardOf(
  { database, images, campus, mailer, edition, keys }: AppDependencies,
  { cache, streams, inboxes, notifier, tally: counter, hosts }: Services,
) {
  const isOwnHost = (host: string) => hosts.isOwn(host);
  const removePictures = async (transaction: Transaction) =>
    transaction.afterCommit(() => void removeNotedPictures({ database, images }).catch(() => {}));
  const removeMails = async (transaction: Transaction, userId: string) =>
    transaction.afterCommit(() => void mailer.forget?.(userId).catch(() => {}));
  const lines = { database, inboxes, counter, notifier };
  const official = edition === 'official';
  return {
    official,
    isOwnHost,
    lines,
    deleteUserData: [keepLastOperator, ...deleteUserData({ keys, campus }), removePictures, removeMails],
    mayWrite: official
      ? {
          requireMayWrite,
          requireNoFlood: guardFloods(campus),
          holdLinks: guardLinks({ campus, cache, streams, isOwnHost }),
        }
      : {},
    notified: official
      ? {
          ordinary: guardOrdinaryReplies({ campus, isOwnHost }),
          notify: notifyOfReplies(lines),
          openThread: (userId: string, postId: string) => openThread(lines, userId, postId),
          followInbox: (userId: string, stream: EventStream) => inboxes.follow(userId, stream),
        }
      : {},
  };
}

type Upward = ReturnType<typeof upwardOf>;

function registerPeople(
  router: Router,
  { database, images, campus, log, edition, keys, ...dependencies }: AppDependencies,
  { sessions, mailQueue, cache, tally: counter, cookie, knownBrowser, resetCookie, limiter }: Services,
  { deleteUserData: erase }: Upward,
): void {
  const { release = '', metrics: meter = null } = dependencies;
  registerAnalytics(router, counter, { release, edition, log, meter });
  registerAccounts(
    router,
    {
      database,
      sessions,
      mailQueue,
      campus,
      deleteUserData: erase,
      ownData,
      official: edition === 'official',
      images,
      log,
      cache,
      counter,
      keys,
      ...sessionParts(edition, campus),
      guard: guardAccounts({ keys, campus }, carryCounts(limiter)),
    },
    { cookie, knownBrowser, resetCookie, forgiveGuesses: forgiveGuesses(limiter, campus.settings) },
  );
}

function registerContent(
  router: Router,
  { database, images, campus, log, edition, keys, limited }: AppDependencies,
  { sessions, cache, streams, voices, mailQueue, pusher, tally: counter }: Services,
  { official, lines, mayWrite, notified }: Upward,
): void {
  registerCampus(router, { database, campus, edition });
  registerPins(router, { database, campus });
  registerPlaces(router, {
    database,
    campus,
    cache,
    sessions,
    voices,
    ...mayWrite,
    givePicture: attachReportPicture,
  });
  const quotas = limited ? uploadQuotas : null;
  const posts = { database, images, campus, cache, counter, streams, keys, quotas };
  registerPosts(router, { ...posts, official, ...mayWrite });
  registerHome(router, { database, campus, mealsTag: MEALS_TAG });
  registerView(router, { database, campus });
  registerReplies(router, {
    database,
    sessions,
    streams,
    cache,
    counter,
    official,
    ...mayWrite,
    ...notified,
  });
  registerOffline(router, { database });
  registerNotifications(router, { ...lines, campus, sessions });
  registerPush(router, { database, sessions, counter, pusher });
  registerSearch(router, { database, campus, counter, log });
  registerBulletin(router, { database, images });
  const tickets = { database, images, cache, streams, keys, mailQueue, notify: notifyOfTicket };
  registerTickets(router, { ...tickets, ...mayWrite });
}

function registerStaff(
  router: Router,
  { database, images, campus, keys, ...dependencies }: AppDependencies,
  { sessions, mailQueue, cache, streams, origin }: Services,
  { isOwnHost, lines, deleteUserData: erase }: Upward,
): void {
  const shared = {
    database,
    campus,
    cache,
    mailQueue,
    streams,
    sessions,
    images,
    keys,
    isOwnHost,
  };
  registerModeration(router, {
    ...shared,
    readCaseNotifications: (userId: string) => readCaseNotifications(lines, userId),
    passkeySite: dependencies.passkeys
      ? { name: campus.settings.product.name, origins: dependencies.origins }
      : null,
  });
  registerOperate(router, {
    ...shared,
    deleteUserData: erase,
    readDisk: dependencies.readDisk ?? (async () => null),
    edition: dependencies.edition,
    mailRoute: dependencies.mailRoute ?? null,
    proxies: dependencies.proxies,
    servedPort: dependencies.servedPort ?? null,
    timeZone: campus.settings.timeZone,
    origin,
  });
}
