import { existsSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Free and all bytes of the disk that a folder lies on, or will lie on once it is made. */
export async function readDisk(folder: string): Promise<{ free: number; all: number }> {
  let existing = folder;
  while (!existsSync(existing)) existing = dirname(existing);
  const { bavail, blocks, bsize } = await statfs(existing);
  return { free: bavail * bsize, all: blocks * bsize };
}
