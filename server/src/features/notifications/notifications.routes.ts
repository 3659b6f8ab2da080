import { NOTIFICATION_KINDS } from '@madang/contract/notifications/rules';
import { EventStream } from '../../platform/live/event-stream.ts';
import type { Router } from '../../platform/http/router.ts';
import type { Sessions } from '../../platform/sessions/sessions.ts';
import { decodeCursor, NEWEST } from '../posts/index.ts';
import { followThread, unfollowThread } from './follows.actions.ts';
import { listInbox } from './inbox.queries.ts';
import { presentInbox } from './inbox.present.ts';
import {
  muteThread,
  readAll,
  readLine,
  readThread,
  unmuteThread,
  type NotificationsDependencies,
} from './notifications.actions.ts';
import { countUnread } from './notifications.queries.ts';
import { registerAlerts, type PreviewDependencies } from './alerts.routes.ts';
import { presentSettings } from './settings.present.ts';
import { findSettings, listMuted, putSettings } from './settings.queries.ts';

/** Mounts the inbox, its stream, settings, muted and followed threads, and with them keyword alerts. */
export function registerNotifications(
  router: Router,
  dependencies: NotificationsDependencies & PreviewDependencies & { sessions: Sessions },
): void {
  const { database, inboxes, sessions } = dependencies;
  registerAlerts(router, dependencies);

  router.handle('GET /api/notifications', async ({ session, query }) => {
    const end = query.cursor === undefined ? NEWEST : decodeCursor(query.cursor, false);
    // Counted first: a line that comes in between is one more than this number, so the stream tells the page of it.
    const unread = await countUnread(database, session.userId);
    return presentInbox(await listInbox(database, session.userId, end), unread);
  });

  router.handle('PUT /api/notifications/{id}/read', async ({ session, path }) => ({
    unread: await readLine(dependencies, session, path.id),
  }));

  router.handle('PUT /api/notifications/read', async ({ session, body }) => ({
    unread: await readAll(dependencies, session, body.upTo),
  }));

  router.handle('PUT /api/posts/{id}/read', async ({ session, path }) => ({
    unread: await readThread(dependencies, session.userId, path.id),
  }));

  router.stream('GET /api/notifications/live', async ({ session, exchange }) => {
    const stream = new EventStream(exchange);
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
