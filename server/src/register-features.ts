import type { Edition } from '@madang/contract/campus/rules';
import { registerAccounts } from './features/accounts/index.ts';
import { registerAnalytics } from './features/analytics/index.ts';
import { registerBulletin } from './features/bulletin/index.ts';
import { registerCampus } from './features/campus/index.ts';
import {
  findBlocked,
  findRole,
  guardAccounts,
  guardFloods,
  guardLinks,
  keepLastOperator,
  readCampusAge,
  registerModeration,
  requireMayWrite,
} from './features/moderation/index.ts';
import { registerHome, registerPosts, removeNotedPictures } from './features/posts/index.ts';
import {
  countUnread,
  openThread,
  readCaseLines,
  registerNotifications,
  tellOfReplies,
} from './features/notifications/index.ts';
import { registerOperate } from './features/operate/index.ts';
import { registerReplies } from './features/replies/index.ts';
import { registerSearch } from './features/search/index.ts';
import { carryCounts, forgiveGuesses, uploadQuotas } from './limits.ts';
import { findAct, recordAct } from './operator/audit.ts';
import type { Executor, Transaction } from './platform/database/database.ts';
import type { Router } from './platform/http/router.ts';
import type { EventStream } from './platform/live/event-stream.ts';
import { eraseUser } from './user-data/erase-user.ts';
import { ownData } from './user-data/own-data.ts';
import type { AppDependencies, Services } from './services.ts';

/** In the beta edition a session names no roles, blocked people or unread notifications. */
export const sessionParts = (edition: Edition) =>
  edition === 'official' ? { findRole, findBlocked, countUnread } : {};

/** Mounts every feature; each is named here and nowhere else. */
export function registerFeatures(router: Router, dependencies: AppDependencies, services: Services): void {
  const { database, images, campus, log, mailer, edition, secret } = dependencies;
  const {
    sessions,
    outbox,
    cache,
    streams,
    inboxes,
    tally: counter,
    cookie,
    device,
    limiter,
    hosts,
  } = services;
  const removePictures = async (transaction: Transaction) =>
    transaction.afterCommit(() => void removeNotedPictures({ database, images }).catch(() => {}));
  const removeMails = async (transaction: Transaction, userId: string) =>
    transaction.afterCommit(() => void mailer.forget?.(userId).catch(() => {}));
  const erase = [keepLastOperator, ...eraseUser, removePictures, removeMails];

  // What runs upwards: below, nobody knows of sanctions.
  const official = edition === 'official';
  const guard = guardAccounts(secret, carryCounts(limiter));
  const isOwnHost = (host: string) => hosts.isOwn(host);
  const mayWrite = official
    ? {
        requireMayWrite,
        requireNoFlood: guardFloods(campus),
        holdLinks: guardLinks({ campus, cache, streams, isOwnHost }),
      }
    : {};

  const { release = '', metrics: meter = null } = dependencies;
  registerAnalytics(router, counter, { release, edition, log, meter });
  registerAccounts(
    router,
    {
      database,
      sessions,
      outbox,
      campus,
      eraseUser: erase,
      ownData,
      images,
      log,
      cache,
      counter,
      ...sessionParts(edition),
      guard,
    },
    { cookie, device, forgiveGuesses: forgiveGuesses(limiter) },
  );
  registerCampus(router, { database, campus, edition });
  const quotas = dependencies.limited ? uploadQuotas : null;
  const posts = { database, images, campus, cache, counter, streams, secret, quotas };
  const hotRule = official
    ? { readCampusAge: (executor: Executor) => readCampusAge(executor, campus.settings.moderation?.openedOn) }
    : {};
  registerPosts(router, { ...posts, official, ...mayWrite, ...hotRule });
  registerHome(router, { database, campus });
  const lines = { database, inboxes, counter };
  const notified = official
    ? {
        tell: tellOfReplies(lines),
        openThread: (userId: string, postId: string) => openThread(lines, userId, postId),
        followInbox: (userId: string, stream: EventStream) => inboxes.follow(userId, stream),
      }
    : {};
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
  registerNotifications(router, { ...lines, campus, sessions });
  registerSearch(router, { database, campus, counter, log });
  registerBulletin(router, { database, images });
  registerModeration(router, {
    database,
    campus,
    cache,
    outbox,
    streams,
    sessions,
    images,
    secret,
    recordAct,
    isOwnHost,
    readCaseLines: (userId: string) => readCaseLines(lines, userId),
    passkeySite: dependencies.passkeys
      ? { name: campus.settings.product.name, origins: dependencies.origins }
      : null,
  });
  registerOperate(router, {
    database,
    campus,
    cache,
    images,
    streams,
    outbox,
    sessions,
    secret,
    eraseUser: erase,
    recordAct,
    readDisk: dependencies.readDisk ?? (async () => null),
    isOwnHost,
    findBackup: async (executor) => (await findAct(executor, 'backup'))?.at ?? null,
    timeZone: campus.settings.timeZone,
  });
}
