// Used by the app and the worker: selects the pushes for the owner of this phone.
import type { CallInput } from '@madang/contract/endpoint';
import type { Endpoints } from '@madang/contract/endpoints';
import { type Owner, withDatabase } from './database.ts';

/** Returns the owner of this phone's data; undefined if there is none. */
export const readOwner = (): Promise<Owner | undefined> =>
  withDatabase((database) => database.get('owner', 'owner'));

/** Stores or clears a student's push subscription, unless another student owns this phone. */
export function notePush(userId: string, push: Owner['push']): Promise<void> {
  return withDatabase(async (database) => {
    const transaction = database.transaction('owner', 'readwrite');
    const owner = await transaction.store.get('owner');
    if (!owner || owner.userId === userId)
      await transaction.store.put({ ahead: 0, ...owner, userId, push }, 'owner');
    await transaction.done;
  });
}

/** Returns a subscription as the server expects it. */
export function toDevice(
  subscription: PushSubscription,
): CallInput<Endpoints['PUT /api/profile/push/device']>['body'] {
  const { endpoint, keys: { p256dh = '', auth = '' } = {} } = subscription.toJSON();
  return { endpoint: endpoint ?? subscription.endpoint, p256dh, auth };
}
