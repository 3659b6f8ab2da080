import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { QueueSlots } from '../limits/queue-slots.ts';

/** Argon2id, the library's default, at RFC 9106's second recommended setting: 64 MiB and three passes: 40 to 100 ms, off the event loop. */
const settings = { memoryCost: 65_536, timeCost: 3, parallelism: 1 };

/**
 * How many passwords are hashed at once. Files, compression and pictures share libuv's four threads with them, and one
 * processor is for everything else.
 */
const AT_ONCE = Math.max(1, Math.min(2, availableParallelism() - 1));
/** Anyone who waits longer is told to come later, before a browser gives up after twenty seconds. In milliseconds. */
const PATIENCE = 15_000;
const late = { refusal: 'server.unavailable', retryAfter: 5, patience: PATIENCE } as const;

/** A lecture hall behind one address signs up within these; who asks for more at once waits for their own. */
const turnsOfAsker = new QueueSlots({ atOnce: AT_ONCE, waiting: 500, ...late });
/** Nobody has more than two in this line: anyone who comes waits for two of each other asker at most, and not for a flood. */
const turnsOfAll = new QueueSlots({ atOnce: AT_ONCE, waiting: 1_000, ...late });

/**
 * The stored form of a password [SF-01].
 *
 * @param asker whose turn it takes: the user where one is signed in, else the client's address.
 * @throws {ProblemError} `server.unavailable` when too many wait already.
 */
export function hashPassword(password: string, asker: string): Promise<string> {
  return inTurn(asker, () => hash(password, settings));
}

let decoy: Promise<string> | undefined;

/**
 * True when the password fits. Without a stored hash it takes as long and is false [SF-02].
 *
 * @param asker as for {@link hashPassword}.
 * @throws {ProblemError} `server.unavailable` when too many wait already.
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
  return turnsOfAsker.run(asker, () => turnsOfAll.run('', work));
}
