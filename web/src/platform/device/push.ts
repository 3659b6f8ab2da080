// Of the app and of the worker alike: which pushes are for the student whose phone this is.
import type { CallInput } from '@madang/contract/endpoint';
import type { Endpoints } from '@madang/contract/endpoints';
import { type Owner, withDatabase } from './database.ts';

/** Whose phone this is; undefined where it is nobody's. */
export const readOwner = (): Promise<Owner | undefined> =>
  withDatabase((database) => database.get('owner', 'owner'));

/** Notes what notifies this browser for a student, or that nothing does. Somebody else's phone stays theirs. */
export function notePush(userId: string, push: Owner['push']): Promise<void> {
  return withDatabase(async (database) => {
    const transaction = database.transaction('owner', 'readwrite');
    const owner = await transaction.store.get('owner');
    if (!owner || owner.userId === userId)
      await transaction.store.put({ ahead: 0, ...owner, userId, push }, 'owner');
    await transaction.done;
  });
}

/** A subscription as the server takes it. */
export function toDevice(
  subscription: PushSubscription,
): CallInput<Endpoints['PUT /api/profile/push/device']>['body'] {
  const { endpoint, keys: { p256dh = '', auth = '' } = {} } = subscription.toJSON();
  return { endpoint: endpoint ?? subscription.endpoint, p256dh, auth };
}
