import type { Campus } from '@madang/campus/campus';
import {
  alertWords,
  NOTIFICATION_KINDS,
  PREVIEW_DAYS,
  PREVIEW_MAX,
  PREVIEW_POSTS,
} from '@madang/contract/notifications/rules';
import { alertText, holdsWords } from '@madang/contract/notifications/whole-words';
import type { Database } from '../../database/database.ts';
import { EncodedAnswer, type Router } from '../../http/router.ts';
import { EventStream } from '../../live/event-stream.ts';
import type { Session, Sessions } from '../../sessions/sessions.ts';
import type { NotificationCounter } from '../analytics/index.ts';
import { decodeCursor, NEWEST } from '../posts/index.ts';
import { type FindDependencies, findNewest, PieceStatistics, readCards } from '../search/index.ts';
import {
  addAlert,
  deleteAlert,
  listAlerts,
  listTexts,
  pauseAlert,
  presentAlert,
  readWord,
} from './alerts.ts';
import { followThread, unfollowThread } from './follows.ts';
import { countUnread, listInbox, presentInbox } from './inbox.ts';
import {
  muteThread,
  type NotificationsDependencies,
  readAll,
  readLine,
  readThread,
  unmuteThread,
} from './notifications.ts';
import type { PushSender } from './push-sender.ts';
import {
  deletePushDevice,
  findPushSettings,
  findSettings,
  listMuted,
  listPushDevices,
  presentSettings,
  putPushSettings,
  putSettings,
} from './settings.ts';
import { openPush, presentPush, subscribeDevice } from './push.ts';

/** Returns a page of a student's inbox, by default the newest. */
export async function readInbox(
  { database, notifier }: Pick<NotificationsDependencies, 'database' | 'notifier'>,
  userId: string,
  cursor?: string,
) {
  await notifier.settle();
  const end = cursor === undefined ? NEWEST : decodeCursor(cursor, false);
  // Counted first: the stream corrects additions in between.
  const unread = await countUnread(database, userId);
  return presentInbox(await listInbox(database, userId, end), unread);
}

/** Registers the routes of inbox, settings, threads and keyword alerts. */
export function registerNotifications(
  router: Router,
  dependencies: NotificationsDependencies & PreviewDependencies & { sessions: Sessions },
): void {
  const { database, inboxes, sessions } = dependencies;
  registerAlerts(router, dependencies);

  router.handle('GET /api/notifications', ({ session, query }) =>
    readInbox(dependencies, session.userId, query.cursor),
  );

  router.handle('PUT /api/notifications/{id}/read', async ({ session, path }) => ({
    unread: await readLine(dependencies, session, path.id),
  }));

  router.handle('PUT /api/notifications/read', async ({ session, body }) => ({
    unread: await readAll(dependencies, session, body.upTo),
  }));

  router.handle('PUT /api/posts/{id}/read', async ({ session, path }) => ({
    unread: await readThread(dependencies, session.userId, path.id),
  }));

  router.stream('GET /api/notifications/live', async ({ session, request }) => {
    const stream = new EventStream(request);
    stream.onClose(sessions.watch(session, () => stream.close()));
    inboxes.follow(session.userId, stream);
  });

  router.handle('PUT /api/posts/{id}/mute', ({ session, path }) =>
    muteThread(dependencies, session, path.id),
  );

  router.handle('DELETE /api/posts/{id}/mute', ({ session, path }) =>
    unmuteThread(dependencies, session, path.id),
  );

  router.handle('PUT /api/posts/{id}/follow', ({ session, path }) =>
    followThread(dependencies, session, path.id),
  );

  router.handle('DELETE /api/posts/{id}/follow', ({ session, path }) =>
    unfollowThread(dependencies, session, path.id),
  );

  const settingsOf = async (userId: string) =>
    presentSettings(await findSettings(database, userId), await listMuted(database, userId));

  router.handle('GET /api/profile/notification-settings', ({ session }) => settingsOf(session.userId));

  router.handle('PUT /api/profile/notification-settings', async ({ session, body }) => {
    const off = NOTIFICATION_KINDS.filter((kind) => !body.kinds[kind]);
    await putSettings(database, session.userId, { told: body.on, off_kinds: off });
    inboxes.announce(session.userId);
    return settingsOf(session.userId);
  });
}

type PreviewDependencies = Pick<FindDependencies, 'database'> & { campus: Campus };

const DAY_MICROS = 24 * 3_600 * 1_000_000;

function registerAlerts(router: Router, dependencies: PreviewDependencies): void {
  const { database } = dependencies;
  const { operatorLabel } = dependencies.campus.settings;
  const statistics = new PieceStatistics(database);

  router.handle('GET /api/profile/alerts', async ({ session }) => ({
    alerts: (await listAlerts(database, session.userId)).map(presentAlert),
  }));

  router.handle('PUT /api/profile/alerts/{id}', async ({ session, path, body }) =>
    presentAlert(await addAlert(dependencies, session, path.id, body)),
  );

  router.handle('PUT /api/profile/alerts/{id}/pause', async ({ session, path }) =>
    presentAlert(await pauseAlert(dependencies, session, path.id, true)),
  );

  router.handle('DELETE /api/profile/alerts/{id}/pause', async ({ session, path }) =>
    presentAlert(await pauseAlert(dependencies, session, path.id, false)),
  );

  router.handle('DELETE /api/profile/alerts/{id}', async ({ session, path }) => {
    await deleteAlert(database, session.userId, path.id);
  });

  router.handle('GET /api/alerts/preview', async ({ query: { word, building = null } }) => {
    readWord(word);
    const asked = { words: alertWords(word), board: building };
    const found = await findNewest({ database, statistics }, asked, PREVIEW_MAX + 1);
    // The process clock suffices; a day more or less does not matter.
    const since = Date.now() * 1_000 - PREVIEW_DAYS * DAY_MICROS;
    const recent = found.filter(({ micros }) => micros >= since);
    const texts = await listTexts(
      database,
      recent.map(({ id }) => id),
    );
    const held = texts.filter(({ title, body }) => holdsWords(alertText(title, body), asked.words));
    const told = recent.filter(({ id }) => held.some((text) => text.id === id));
    const ids = told.slice(0, PREVIEW_POSTS).map(({ id }) => id);
    const cards = await readCards(database, operatorLabel, ids);
    const count = Math.min(told.length, PREVIEW_MAX);
    const more = recent.length > PREVIEW_MAX;
    return new EncodedAnswer(`{"count":${count},"more":${more},"posts":[${cards}]}`);
  });
}

/** Dependencies of push routes; without a sender only settings work. */
interface PushDependencies {
  database: Database;
  sessions: Sessions;
  counter: NotificationCounter;
  pusher: Pick<PushSender, 'keys' | 'services'> | null;
}

/** Registers the routes of push settings, push devices and opened pushes. */
export function registerPush(router: Router, dependencies: PushDependencies): void {
  const { database, pusher } = dependencies;
  const stateOf = async (session: Session) =>
    presentPush(
      await findPushSettings(database, session.userId),
      await listPushDevices(database, session.userId),
      { session, key: pusher?.keys.publicKey ?? null },
    );

  router.handle('GET /api/profile/push', ({ session }) => stateOf(session));

  router.handle('PUT /api/profile/push', async ({ session, body }) => {
    const { kinds, budget, quiet, texts } = body;
    await putPushSettings(database, session.userId, {
      off_kinds: NOTIFICATION_KINDS.filter((kind) => !kinds[kind]),
      budget,
      quiet_from: quiet?.from ?? null,
      quiet_to: quiet?.to ?? null,
      texts,
    });
    return stateOf(session);
  });

  router.handle('PUT /api/profile/push/device', async ({ session, body, request }) => {
    const userAgent = request.incoming.headers['user-agent'] ?? '';
    // Without keys no service is accepted.
    const services = pusher?.services ?? [];
    await subscribeDevice({ ...dependencies, services }, session, { ...body, userAgent });
    return stateOf(session);
  });

  router.handle('DELETE /api/profile/push/devices/{id}', ({ session, path }) =>
    deletePushDevice(database, session.userId, path.id),
  );

  router.handle('PUT /api/push/{id}/opened', ({ session, path }) => openPush(dependencies, session, path.id));
}
