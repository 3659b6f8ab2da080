import { statfs } from 'node:fs/promises';
import { DatabaseError } from './database.ts';
import type { Logger } from '../log/log.ts';

/**
 * So many bytes stay free, because the embedded engine spins for ever once its disk is full: it takes room for its log by
 * 16 MB at a time, and what goes on beside requests (mails, sessions, sweeps) writes a little too.
 */
const RESERVE = 40 * 1024 * 1024;
/** Room that must have come back before anything is written again, so that it does not go to and fro. */
const ROOM_AGAIN = 1.25 * RESERVE;
const LOOK_EVERY = 250;

async function readFree(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

/** Whether a disk has less room than the engine needs; false where nobody can say. */
export const lacksRoom = async (folder: string): Promise<boolean> =>
  (await readFree(folder).catch(() => Infinity)) < RESERVE;

const inMegabytes = (bytes: number): number => Math.floor(bytes / 1024 / 1024);

/**
 * Refuses to open the embedded database where it could not go on.
 *
 * @throws {DatabaseError} that says how much room is missing.
 */
export async function requireRoom(folder: string): Promise<void> {
  const free = await readFree(folder);
  if (free >= RESERVE) return;
  const text = `DATA_DIR: ${folder} has ${inMegabytes(free)} MB free and needs ${inMegabytes(RESERVE)}; make room on its disk`;
  throw new DatabaseError('unavailable', text, undefined, undefined);
}

/** Watches the disk of the embedded database; says once when it becomes full, and once when there is room again. */
export class DiskReserve {
  readonly #folder: string;
  readonly #log: Logger;
  readonly #timer: NodeJS.Timeout;
  /** True while nothing may be written. */
  full = false;

  constructor(folder: string, log: Logger) {
    this.#folder = folder;
    this.#log = log;
    this.#timer = setInterval(() => void this.#look(), LOOK_EVERY).unref();
  }

  async #look(): Promise<void> {
    const free = await readFree(this.#folder).catch(() => Infinity);
    const full = free < (this.full ? ROOM_AGAIN : RESERVE);
    if (full === this.full) return;
    this.full = full;
    const facts = { folder: this.#folder, freeMegabytes: inMegabytes(free) };
    if (full) this.#log.error(facts, 'the disk is full: writing is refused until there is room');
    else this.#log.warn(facts, 'there is room on the disk again: writing goes on');
  }

  close(): void {
    clearInterval(this.#timer);
  }
}
