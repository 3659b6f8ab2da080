import { randomUUID } from 'node:crypto';
import { open, rm, type FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

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
