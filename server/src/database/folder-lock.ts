import { open, readFile, readlink, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** Milliseconds between heartbeats, and of silence until another machine's owner loses the lock. */
const BEAT = 1_000;
const SILENCE = 5_000;

/** Milliseconds to wait for a stopping owner. */
const STOP_WITHIN = 10_000;
/** Milliseconds for which a killed process may still exist. */
const DIE_WITHIN = 2_000;
const LOOK_EVERY = 100;

interface Owner {
  pid: number;
  /** Start time in ticks since boot: with it, process ids are unique. */
  startedAt: string | null;
  bootId: string | null;
  /** Process ids are valid inside their namespace, such as a container. */
  pidNamespace: string | null;
  /** Set while the owner shuts down. */
  stopping?: true;
}

/** Error if another process uses this data folder. */
export class FolderLockedError extends Error {
  constructor(folder: string, owner: Owner) {
    super(
      `the data folder ${folder} is in use by process ${owner.pid}; stop it first or set another DATA_DIR`,
    );
    this.name = 'FolderLockedError';
  }
}

/**
 * Locks the folder until the returned call. Takes over a dead process's lock, elsewhere after five silent seconds. Waits
 * after {@link announceStop}.
 *
 * @throws {FolderLockedError} when a living process has it.
 */
export async function lockFolder(folder: string): Promise<() => Promise<void>> {
  const path = join(folder, 'lock');
  const text = JSON.stringify(await describeProcess(process.pid));
  const began = Date.now();
  for (;;) {
    if (await createLock(path, text)) break;
    const held = await readFile(path, 'utf8').catch(() => null);
    if (held === null) continue;
    const owner = parseOwner(held);
    if (owner && (await isAlive(owner, path))) {
      if (Date.now() - began > (owner.stopping ? STOP_WITHIN : DIE_WITHIN))
        throw new FolderLockedError(folder, owner);
      await sleep(LOOK_EVERY);
      continue;
    }
    await removeStale(path, held);
  }
  const beat = setInterval(() => {
    const now = new Date();
    utimes(path, now, now).catch(() => {});
  }, BEAT).unref();
  return async () => {
    clearInterval(beat);
    await rm(path, { force: true });
  };
}

/** Marks the own lock as soon released; ignores errors such as a full disk. */
export async function announceStop(folder: string): Promise<void> {
  const path = join(folder, 'lock');
  const aside = `${path}.stopping-${process.pid}`;
  try {
    const owner = parseOwner(await readFile(path, 'utf8'));
    if (owner?.pid !== process.pid) return;
    await writeFile(aside, JSON.stringify({ ...owner, stopping: true } satisfies Owner), { mode: 0o600 });
    // Renames atomically: a partial file looks like a dead process's lock.
    await rename(aside, path);
  } catch {
    await rm(aside, { force: true });
  }
}

async function createLock(path: string, text: string): Promise<boolean> {
  try {
    const file = await open(path, 'wx', 0o600);
    await file.writeFile(text);
    await file.close();
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

function parseOwner(text: string): Owner | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && 'pid' in value ? (value as Owner) : null;
  } catch {
    return null;
  }
}

async function isAlive(owner: Owner, path: string): Promise<boolean> {
  const self = await describeProcess(process.pid);
  const sameView = owner.bootId === self.bootId && owner.pidNamespace === self.pidNamespace;
  if (sameView) {
    if (!processExists(owner.pid)) return false;
    return (await describeProcess(owner.pid)).startedAt === owner.startedAt;
  }
  const before = await touchedAt(path);
  if (Date.now() - before > SILENCE) return false;
  await sleep(SILENCE);
  return (await touchedAt(path)) !== before;
}

async function touchedAt(path: string): Promise<number> {
  return stat(path).then(
    (info) => info.mtimeMs,
    () => 0,
  );
}

/** Removes a stale lock; only the process that moved it continues. */
async function removeStale(path: string, seen: string): Promise<void> {
  const aside = `${path}.stale-${process.pid}`;
  try {
    await rename(path, aside);
  } catch {
    return;
  }
  const moved = await readFile(aside, 'utf8').catch(() => seen);
  if (moved === seen) await rm(aside, { force: true });
  else await rename(aside, path);
}

function processExists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

async function describeProcess(pid: number): Promise<Owner> {
  const line = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null);
  // proc(5): field 2, the name, may contain spaces and parentheses; 3 is the state, 22 the start.
  const fields = line?.slice(line.lastIndexOf(')') + 2).split(' ');
  const hasEnded = /^[ZX]/.test(fields?.[0] ?? '');
  return {
    pid,
    startedAt: hasEnded ? null : (fields?.[19] ?? null),
    bootId: await readFile('/proc/sys/kernel/random/boot_id', 'utf8').then(
      (id) => id.trim(),
      () => null,
    ),
    pidNamespace: await readlink('/proc/self/ns/pid').catch(() => null),
  };
}
