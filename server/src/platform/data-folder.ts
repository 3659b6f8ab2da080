import { constants } from 'node:fs';
import { access, readdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';

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
