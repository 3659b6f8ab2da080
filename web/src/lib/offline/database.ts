// Used by the app and the worker: selects the pushes for the owner of this phone.
import type { CallInput } from '@madang/contract/endpoint';
import type { Endpoints } from '@madang/contract/endpoints';
import type { ProblemCode } from '@madang/contract/errors';
import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import type { RawInput } from '../request.ts';

const NAME = 'device';
/** Raised when a store is added; existing data stays. */
const VERSION = 1;

/** Last answer of one query. */
export interface StoredRead {
  /** Version of its shape and the query's key. */
  key: string;
  /** Time of the answer, by the server's clock. */
  at: number;
  /** Answer as JSON: its length is known, and it can always be stored. */
  text: string;
  size: number;
  /** Ids of other users' content in it (posts by id, replies as `id#number`), and their count. */
  holds: string[];
  count: number;
}

/** Owner of the stored reads. */
export interface Owner {
  userId: string;
  /** Lead of the server's clock over the phone's. */
  ahead: number;
  /** Push subscription of this browser for the owner. */
  push?: OwnPush | undefined;
}

/** Push subscription stored on the server. */
interface OwnPush {
  /** Id of this browser among the student's devices; each push carries it. */
  device: string;
  endpoint: string;
}

/** Picture of a pending write, as bytes: Safari loses Blobs. */
interface UnsentPicture {
  /** Id of its upload. */
  id: string;
  bytes: ArrayBuffer;
  type: string;
}

/** Write made offline: the call, and its preview until it is sent. */
export interface Unsent {
  /** Id of the created content; optimistic updates use owner and target, so newer ones replace them. */
  id: string;
  userId: string;
  /** Phone time: defines order and age. */
  at: number;
  kind: 'post' | 'reply' | 'wish';
  key: keyof Endpoints;
  input: RawInput;
  pictures: UnsentPicture[];
  /** The board's name, or the post's title. */
  about: string;
  text: string;
  /** Address where it appears, or can be written again. */
  path: string;
  /** Why the server refused it; the student decides what to do. */
  refusal?: ProblemCode;
}

interface Lease {
  holder: string;
  until: number;
}

interface Stores extends DBSchema {
  owner: { key: string; value: Owner };
  /** Reads of the owner. */
  reads: { key: string; value: StoredRead; indexes: { age: [number, number, number]; holds: string } };
  /** Pending writes of students, each readable by its author only. */
  unsent: { key: string; value: Unsent; indexes: { at: [userId: string, at: number] } };
  /** Page that sends the pending writes. */
  lease: { key: string; value: Lease };
  /** Reads without any student's data. */
  campus: { key: string; value: StoredRead };
}

type DeviceDatabase = IDBPDatabase<Stores>;

let opened: Promise<DeviceDatabase> | undefined;

function open(): Promise<DeviceDatabase> {
  if (opened) return opened;
  const opening = openDB<Stores>(NAME, VERSION, {
    upgrade(database) {
      database.createObjectStore('owner');
      database.createObjectStore('lease');
      database.createObjectStore('unsent', { keyPath: 'id' }).createIndex('at', ['userId', 'at']);
      database.createObjectStore('campus', { keyPath: 'key' });
      const reads = database.createObjectStore('reads', { keyPath: 'key' });
      reads.createIndex('age', ['at', 'size', 'count']);
      reads.createIndex('holds', 'holds', { multiEntry: true });
    },
    // Do not block a newer version of the app or a deletion of the database.
    blocking: () => void closeDatabase(),
    terminated: forget,
  });
  function forget(): void {
    if (opened === opening) opened = undefined;
  }
  opened = opening;
  opening.catch(forget);
  return opening;
}

/** Closes the connection; the next use reopens it. */
export async function closeDatabase(): Promise<void> {
  const closing = opened;
  opened = undefined;
  (await closing?.catch(() => undefined))?.close();
}

/**
 * Runs an idempotent action on this device's database, and retries it on a new connection: iPhones kill those of background
 * apps.
 *
 * @throws the browser's error if there is no storage or no space.
 */
export async function withDatabase<Result>(
  act: (database: DeviceDatabase) => Promise<Result>,
): Promise<Result> {
  try {
    return await act(await open());
  } catch (error) {
    if (isFull(error)) throw error;
    await closeDatabase();
    return act(await open());
  }
}

export const isFull = (error: unknown): boolean =>
  error instanceof DOMException && error.name === 'QuotaExceededError';

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
