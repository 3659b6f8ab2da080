import { execFileSync } from 'node:child_process';
import { copyFileSync, cpSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../../..', import.meta.url));

/** Folder for files that are the same in every run and take a minute to get. */
export const CACHE = '/var/cache/madang-drill';

/** Runs `npm run package` into `package/` of the folder; returns the archive's name. */
export function packVersion(folder: string): string {
  const target = join(folder, 'package');
  const words = ['--import', 'tsx', 'scripts/package.ts', target];
  execFileSync(process.execPath, words, { cwd: root, stdio: 'pipe' });
  const archive = readdirSync(target).find((name) => name.endsWith('.tar.gz'));
  if (archive === undefined) throw new Error('no archive was made');
  return archive;
}

/** Makes the next version: the same content in another folder. */
export function packNext(folder: string, version: string, target: string): void {
  const next = `${version}-next`;
  const from = join(folder, 'package');
  cpSync(join(from, version), join(from, next), { recursive: true });
  const words = ['--owner=0', '--group=0', '--use-compress-program=gzip -1', '-cf'];
  execFileSync('tar', [...words, join(target, `${next}.tar.gz`), next], { cwd: from });
}

/** Makes the archive that nodejs.org offers, from the running Node. */
export function packNode(target: string): void {
  const name = `node-v${process.versions.node}-linux-x64`;
  const archive = join(CACHE, `${name}.tar.gz`);
  if (!existsSync(archive)) {
    const bin = join(CACHE, name, 'bin');
    mkdirSync(bin, { recursive: true });
    copyFileSync(process.execPath, join(bin, 'node'));
    execFileSync('tar', ['--use-compress-program=gzip -1', '-cf', archive, '-C', CACHE, name]);
  }
  copyFileSync(archive, join(target, `${name}.tar.gz`));
  const sum = execFileSync('sha256sum', [`${name}.tar.gz`], { cwd: CACHE, encoding: 'utf8' });
  writeFileSync(join(target, 'SHASUMS256.txt'), `${sum}${'0'.repeat(64)}  node-v0.0.0-other.tar.gz\n`);
}
