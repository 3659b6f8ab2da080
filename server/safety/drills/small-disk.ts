import { spawnSync } from 'node:child_process';
import { mkdirSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Whether a small disk can be mounted here: needs root on Linux. */
export function canMakeDisk(): boolean {
  return process.platform === 'linux' && process.getuid?.() === 0;
}

/** A small disk in a folder; its size is in megabytes. */
export class SmallDisk {
  readonly folder: string;

  constructor(folder: string, megabytes: number) {
    this.folder = folder;
    mkdirSync(folder, { recursive: true });
    run('mount', '-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder);
  }

  /** Remounts it read-only, as Linux does with a failing disk, or writable again. */
  setReadOnly(readOnly: boolean): void {
    run('mount', '-o', `remount,${readOnly ? 'ro' : 'rw'}`, this.folder);
  }

  /** Fills it except for this many kilobytes. */
  fill(left: number): void {
    const { bavail, bsize } = statfsSync(this.folder);
    writeFileSync(join(this.folder, 'filling'), Buffer.alloc(bavail * bsize - left * 1_024));
  }

  remove(): void {
    run('umount', '-l', this.folder);
  }
}

function run(command: string, ...parameters: string[]): void {
  const { status, stderr } = spawnSync(command, parameters, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command}: ${stderr}`);
}
