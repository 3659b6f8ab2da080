import { randomUUID } from 'node:crypto';
import { constants, existsSync } from 'node:fs';
import { access, type FileHandle, mkdir, open, readdir, rm, stat, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** What lies in the data folder: made by another user once, nothing more can be written there. */
const PARTS = ['database', 'images', 'mailbox'];

/**
 * Why this process could not use the data folder, in a few words; null where it can. A folder that is not there yet is judged
 * by the nearest one above it. One that holds other things is not made private: it may be `/tmp`. Nothing is made.
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

/**
 * Why root must not work on this data folder, in a few words: what root writes into the folder of another user is closed to the
 * server afterwards. Null where it may, and for any other user.
 */
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

/** What cannot be looked at is there as well. */
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
 * Makes a folder for its owner's eyes only, with the folders above it that are missing; one that is there stays as
 * it is. Node's own way of doing so never ends where nothing can be made, as below /proc.
 *
 * @throws the file system's error when it cannot be made, or is no folder.
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
      // Somebody else was quicker.
      if (again.code !== 'EEXIST') throw again;
    });
  }
}

/** The folder of the server package, the same from the sources and from the built bundle. */
export function serverFolder(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, 'package.json'))) folder = dirname(folder);
  return folder;
}

/** Free and all bytes of the disk that a folder lies on, or will lie on once it is made. */
export async function readDisk(folder: string): Promise<{ free: number; all: number }> {
  let existing = folder;
  while (!existsSync(existing)) existing = dirname(existing);
  const { bavail, blocks, bsize } = await statfs(existing);
  return { free: bavail * bsize, all: blocks * bsize };
}

/**
 * An empty file without a name, to write and read again through its handle: when the handle is closed, or the
 * process dies, nothing of it is left on the disk.
 */
export async function openSpool(): Promise<FileHandle> {
  const path = join(tmpdir(), `madang-${randomUUID()}`);
  const file = await open(path, 'wx+', 0o600);
  await rm(path);
  return file;
}
