import { spawnSync } from 'node:child_process';
import { mkdirSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Whether this machine lets us make a small disk of our own: that takes root on Linux. */
export function canMakeDisk(): boolean {
  return process.platform === 'linux' && process.getuid?.() === 0;
}

/** A disk of so many megabytes in a folder. */
export class SmallDisk {
  readonly folder: string;

  constructor(folder: string, megabytes: number) {
    this.folder = folder;
    mkdirSync(folder, { recursive: true });
    run('mount', '-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder);
  }

  /** Takes the right to write from it, as Linux does with a disk that fails, or gives it back. */
  setReadOnly(readOnly: boolean): void {
    run('mount', '-o', `remount,${readOnly ? 'ro' : 'rw'}`, this.folder);
  }

  /** Leaves so many kilobytes of it. */
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
