import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';

const repository = fileURLToPath(new URL('..', import.meta.url));

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'madang-start-'));
  for (const file of ['start.mjs', 'stop-with-npm.mjs'])
    cpSync(join(repository, 'scripts', file), join(folder, 'scripts', file));
  cpSync(join(repository, 'server/bin/require-node.mjs'), join(folder, 'server/bin/require-node.mjs'));
  mkdirSync(join(folder, 'bin'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Prepares a start whose npm and build print to both outputs; returns the output. */
function prepare(buildEnds: number) {
  const noise = `console.log('noise'); console.error('warning');`;
  writeFileSync(join(folder, 'bin/npm'), `#!${process.execPath}\n${noise}`);
  chmodSync(join(folder, 'bin/npm'), 0o755);
  writeFileSync(join(folder, 'scripts/build.mjs'), `${noise} process.exitCode = ${buildEnds};`);
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(folder, 'scripts/start.mjs'), '--prepare-only'],
    { encoding: 'utf8', env: { PATH: join(folder, 'bin') } },
  );
  return { status, stdout, stderr };
}

test('first start: names its steps without the output of npm and the build', () => {
  expect(prepare(0)).toEqual({ status: 0, stdout: '', stderr: 'Installing …\nBuilding …\n' });
});

test('failed step: prints its output to standard error, and returns its status', () => {
  const { status, stdout, stderr } = prepare(3);
  expect([status, stdout]).toEqual([3, '']);
  expect(stderr).toBe('Installing …\nBuilding …\nnoise\nwarning\n');
});
