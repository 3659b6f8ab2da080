import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { QueueSlots } from '../http/queue-slots.ts';

/** Argon2id at RFC 9106's second setting: 64 MiB, three passes; 40 to 100 ms, off the event loop. */
const settings = { memoryCost: 65_536, timeCost: 3, parallelism: 1 };

/** Concurrent hashes. Libuv's four threads also serve files, compression and pictures. */
const AT_ONCE = Math.max(1, Math.min(2, availableParallelism() - 1));
/** Timeout in milliseconds, below a browser's twenty seconds. */
const TIMEOUT = 15_000;
const late = { refusal: 'server.unavailable', retryAfter: 5, timeout: TIMEOUT } as const;

/** Limit of one asker: a lecture hall signing up. */
const slotsOfAsker = new QueueSlots({ atOnce: AT_ONCE, waiting: 500, ...late });
/** Limit of all askers, with two each here, against floods. */
const slotsOfAll = new QueueSlots({ atOnce: AT_ONCE, waiting: 1_000, ...late });

/**
 * Returns a password's stored form [SF-01].
 *
 * @param asker owner of the slot: the signed-in user, otherwise the client's address.
 * @throws {ProblemError} `server.unavailable` if too many wait.
 */
export function hashPassword(password: string, asker: string): Promise<string> {
  return inTurn(asker, () => hash(password, settings));
}

let decoy: Promise<string> | undefined;

/**
 * True if the password matches. Without a hash, false after the same time [SF-02].
 *
 * @param asker as for {@link hashPassword}.
 * @throws {ProblemError} `server.unavailable` if too many wait.
 */
export async function verifyPassword(
  stored: string | null,
  password: string,
  asker: string,
): Promise<boolean> {
  const fits = await inTurn(asker, async () => {
    const instead = await (decoy ??= hash('no account has this password', settings));
    return verify(stored ?? instead, password);
  });
  return stored !== null && fits;
}

function inTurn<Result>(asker: string, work: () => Promise<Result>): Promise<Result> {
  return slotsOfAsker.run(asker, () => slotsOfAll.run('', work));
}
