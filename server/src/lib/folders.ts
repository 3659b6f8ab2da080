import { randomUUID } from 'node:crypto';
import { constants, existsSync } from 'node:fs';
import { access, type FileHandle, mkdir, open, readdir, rm, stat, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Subfolders of the data folder; another user's is not writable. */
const PARTS = ['database', 'images', 'mailbox'];

/**
 * Returns why this process cannot use the data folder, or null; a missing one by its nearest parent. Rejects folders with
 * other contents.
 */
export async function findUnwritable(folder: string): Promise<string | null> {
  let nearest = folder;
  while (!(await isThere(nearest)) && dirname(nearest) !== nearest) nearest = dirname(nearest);
  const parts = nearest === folder ? PARTS.map((part) => join(folder, part)) : [];
  for (const path of [nearest, ...parts]) {
    const reason = await refusalOf(path);
    if (reason !== null) return reason;
  }
  return nearest === folder ? ((await findForeign(folder)) ?? strangeReason(folder)) : null;
}

/** Returns why root must not use another user's data folder, whose server could not read root's files; otherwise null. */
export async function findForeign(folder: string): Promise<string | null> {
  if (process.getuid?.() !== 0) return null;
  const owner = await stat(folder).catch(() => null);
  return owner && owner.uid !== 0 ? `${folder} belongs to another user than root` : null;
}

async function strangeReason(folder: string): Promise<string | null> {
  const inside = (await readdir(folder)).filter((name) => !name.startsWith('.') && name !== 'lost+found');
  const isOurs =
    inside.length === 0 ||
    inside.some((name) =>
      [...PARTS, 'builds', 'lock', 'version', 'push-keys.json', 'installation-keys.json'].includes(name),
    );
  return isOurs ? null : `${folder} holds something else (${inside[0]})`;
}

/** Returns whether a path exists; true if it cannot be read. */
const isThere = (path: string) =>
  stat(path).then(
    () => true,
    ({ code }: NodeJS.ErrnoException) => code !== 'ENOENT' && code !== 'ENOTDIR',
  );

async function refusalOf(path: string): Promise<string | null> {
  try {
    if (!(await stat(path)).isDirectory()) return `${path} is no folder`;
    await access(path, constants.W_OK | constants.X_OK);
    return null;
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    return code === 'ENOENT' ? null : `${path} cannot be written (${code})`;
  }
}

/**
 * Creates a private folder and missing parents; keeps an existing one. Node's recursive `mkdir` may never return, such as
 * below /proc.
 *
 * @throws the file system's error if it cannot be created or is not a folder.
 */
export async function makeFolder(path: string): Promise<void> {
  try {
    await mkdir(path, { mode: 0o700 });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST' && (await stat(path)).isDirectory()) return;
    if (code !== 'ENOENT' || dirname(path) === path) throw error;
    await makeFolder(dirname(path));
    await mkdir(path, { mode: 0o700 }).catch((again: NodeJS.ErrnoException) => {
      // Another process created it first.
      if (again.code !== 'EEXIST') throw again;
    });
  }
}

/** Returns the server package's folder, for sources and bundle. */
export function serverFolder(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, 'package.json'))) folder = dirname(folder);
  return folder;
}

/** Returns free and total bytes of a folder's disk, or its nearest parent's. */
export async function readDisk(folder: string): Promise<{ free: number; all: number }> {
  let existing = folder;
  while (!existsSync(existing)) existing = dirname(existing);
  const { bavail, blocks, bsize } = await statfs(existing);
  return { free: bavail * bsize, all: blocks * bsize };
}

/** Opens an unnamed empty file for its handle; nothing remains on disk after closing. */
export async function openSpool(): Promise<FileHandle> {
  const path = join(tmpdir(), `madang-${randomUUID()}`);
  const file = await open(path, 'wx+', 0o600);
  await rm(path);
  return file;
}
