import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

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
