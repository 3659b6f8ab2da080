import type { Endpoints } from '@madang/contract/endpoints';
import type { ProblemCode } from '@madang/contract/errors';
import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
// The worker opens it too, so nothing that needs a page is known here.
import type { RawInput } from '../raw-input.ts';

const NAME = 'device';
/** Raised when a store is added: what is there stays. */
const VERSION = 1;

/** What one query was answered last. */
export interface StoredRead {
  /** The version of its shape and the query's key. */
  key: string;
  /** When the server answered, by its clock. */
  at: number;
  /** The answer as JSON: its length is known, and nothing in it can fail to be stored. */
  text: string;
  size: number;
  /** What of others' it holds, and how much that is: posts by id, replies as `id#number`. */
  holds: string[];
  count: number;
}

/** Whose reads these are. */
export interface Owner {
  userId: string;
  /** How far the server's clock was ahead of the phone's. */
  ahead: number;
  /** What notifies this browser for them. */
  push?: OwnPush | undefined;
}

/** The subscription that the server knows. */
export interface OwnPush {
  /** The id of this browser among the student's devices, which each push carries. */
  device: string;
  endpoint: string;
}

/** A picture that goes along: Safari loses Blobs. */
export interface UnsentPicture {
  /** Its upload's. */
  id: string;
  bytes: ArrayBuffer;
  type: string;
}

/** What a student did without a network: a call, and what is shown of it until it is sent. */
export interface Unsent {
  /** Of what it makes; of a wish its owner and what it is about, so that a newer one takes its place. */
  id: string;
  userId: string;
  /** By the phone's clock: an order, and an age. */
  at: number;
  kind: 'post' | 'reply' | 'wish';
  key: keyof Endpoints;
  input: RawInput;
  pictures: UnsentPicture[];
  /** The board's name, or the post's title. */
  about: string;
  text: string;
  /** Where it is to be seen, or written again. */
  path: string;
  /** Why the server does not take it: the student decides. */
  refusal?: ProblemCode;
}

export interface Lease {
  holder: string;
  until: number;
}

interface Stores extends DBSchema {
  owner: { key: string; value: Owner };
  /** What the owner read. */
  reads: { key: string; value: StoredRead; indexes: { age: [number, number, number]; holds: string } };
  /** What students wrote without a network, theirs alone. */
  unsent: { key: string; value: Unsent; indexes: { at: [userId: string, at: number] } };
  /** Who sends it. */
  lease: { key: string; value: Lease };
  /** What holds nothing of a student. */
  campus: { key: string; value: StoredRead };
}

export type DeviceDatabase = IDBPDatabase<Stores>;

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
    // A later version of the app, or anyone who deletes the database, waits for nobody.
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

/** Closes the connection; the next use opens it again. */
export async function closeDatabase(): Promise<void> {
  const closing = opened;
  opened = undefined;
  (await closing?.catch(() => undefined))?.close();
}

/**
 * Works with the database of this device. iPhones kill its connection while the app is in the background: what failed is tried
 * once more on a new one, so it must not matter whether it is done twice.
 *
 * @throws what the browser says where there is no storage, or no room in it.
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

/** There is no room for more. */
export const isFull = (error: unknown): boolean =>
  error instanceof DOMException && error.name === 'QuotaExceededError';
