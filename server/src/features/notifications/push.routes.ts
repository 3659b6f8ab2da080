import { NOTIFICATION_KINDS } from '@madang/contract/notifications/rules';
import type { Database } from '../../platform/database/database.ts';
import type { Router } from '../../platform/http/router.ts';
import type { Session, Sessions } from '../../platform/sessions/sessions.ts';
import type { NotificationCounter } from '../analytics/index.ts';
import { presentPush } from './push.present.ts';
import { openPush, subscribeDevice } from './push.actions.ts';
import type { PushSender } from './push-sender.ts';
import {
  deletePushDevice,
  findPushSettings,
  listPushDevices,
  putPushSettings,
} from './push-settings.queries.ts';

/** What pushes work with; without a sender, settings alone. */
export interface PushDependencies {
  database: Database;
  sessions: Sessions;
  counter: NotificationCounter;
  pusher: Pick<PushSender, 'keys' | 'services'> | null;
}

/** Mounts settings and devices of pushes, and what says that one was opened. */
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

  router.handle('PUT /api/profile/push/device', async ({ session, body, exchange }) => {
    const userAgent = exchange.incoming.headers['user-agent'] ?? '';
    // Without keys no service is known.
    const services = pusher?.services ?? [];
    await subscribeDevice({ ...dependencies, services }, session, { ...body, userAgent });
    return stateOf(session);
  });

  router.handle('DELETE /api/profile/push/devices/{id}', ({ session, path }) =>
    deletePushDevice(database, session.userId, path.id),
  );

  router.handle('PUT /api/push/{id}/opened', ({ session, path }) => openPush(dependencies, session, path.id));
}
