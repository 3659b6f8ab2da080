import type { InstallationKeys } from '../../platform/installation-keys.ts';
import type { Executor, Transaction } from '../../platform/database/database.ts';
import { ProblemError } from '../../platform/http/problem.ts';
import { lockRoom, readRoomTaken } from './upload-room.queries.ts';

/** How many bytes of pictures there is room for, of one account, of one address and of all. */
export interface UploadShares {
  /** What no post took, and all that was sent within an hour: a post that takes a picture makes no room at once. */
  account: number;
  /** What no post took. */
  client: number;
  total: number;
}

/** The shares of accounts whose address was verified, and of the others, which share less among themselves. */
export interface UploadQuotas {
  verified: UploadShares;
  unverified: UploadShares;
}

const MEGABYTE = 1_000_000;

/**
 * How much of the disk pictures may take that no post took within their day [SF-03]. A photo becomes 0.3 MB, the worst 1.6 MB:
 * an account's share is more than a lively hour's. A campus behind one address has its own; one who makes account after
 * account takes the share of the unverified, and none of the others'.
 */
export const uploadQuotas: UploadQuotas = {
  verified: { account: 24 * MEGABYTE, client: 600 * MEGABYTE, total: 3_000 * MEGABYTE },
  unverified: { account: 6 * MEGABYTE, client: 60 * MEGABYTE, total: 300 * MEGABYTE },
};

/** Who uploads. */
export interface Uploader {
  ownerId: string;
  /** What is written of the address that the upload comes from. */
  clientHash: Buffer;
}

/** No reason to come again later than this, in seconds: others' pictures may find their posts. */
const RETRY_MAX = 3_600;

/** What is written of an address: it can be compared, and says nothing to anyone who does not have the keys. */
export function hashClient(keys: InstallationKeys, client: string): Buffer {
  return keys.mac('client', `upload ${client}`);
}

/**
 * Refuses when there is no room left, before a picture is read and decoded; returns whether the account's e-mail address is
 * verified.
 *
 * @throws {ProblemError} as {@link takeRoom} does.
 */
export function requireRoomLeft(
  executor: Executor,
  quotas: UploadQuotas,
  uploader: Uploader,
): Promise<boolean> {
  return requireRoom(executor, quotas, uploader, 1);
}

/**
 * Sees that there is room for so many bytes, in the transaction that writes them; anyone who comes meanwhile waits until its
 * end, so that two do not take the same room.
 *
 * @throws {ProblemError} `limit.reached` when the account or its address has had its share, `server.unavailable` when all is
 *   taken.
 */
export async function takeRoom(
  transaction: Transaction,
  quotas: UploadQuotas,
  uploader: Uploader,
  bytes: number,
): Promise<void> {
  await lockRoom(transaction);
  await requireRoom(transaction, quotas, uploader, bytes);
}

async function requireRoom(
  executor: Executor,
  quotas: UploadQuotas,
  { ownerId, clientHash }: Uploader,
  bytes: number,
): Promise<boolean> {
  const taken = await readRoomTaken(executor, ownerId, clientHash);
  const shares = taken.verified ? quotas.verified : quotas.unverified;
  const retryAfter = Math.min(RETRY_MAX, Math.max(1, taken.seconds));
  if (taken.account + bytes > shares.account || taken.client + bytes > shares.client)
    throw new ProblemError('limit.reached', { retryAfter });
  if (taken.total + bytes > shares.total) throw new ProblemError('server.unavailable', { retryAfter });
  return taken.verified;
}
