// `npm start`, and `npm run official` for the official edition: installs and builds missing or outdated parts, then runs
// the server here.
// Uses only Node's modules and plain files: a new machine has nothing else yet.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { requireNode } from '../server/bin/require-node.mjs';
import { stopWithNpm } from './stop-with-npm.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

const sources = [
  'package-lock.json',
  'scripts/build.mjs',
  'contract/src',
  'campus/src',
  'server/src',
  'server/seed',
  'web/index.html',
  'web/public',
  'web/vite.config.ts',
  'web/build-worker.ts',
  'web/src',
  'web/worker',
];

requireNode();

prepare('node_modules/.madang-installed', ['package-lock.json'], 'Installing', 'npm', [
  'ci',
  '--include=dev',
  '--no-audit',
  '--no-fund',
]);
if (process.argv.includes('--install-only')) process.exit(0);
prepare('server/dist/.built', sources, 'Building', process.execPath, ['scripts/build.mjs']);
if (process.argv.includes('--prepare-only')) process.exit(0);
stopWithNpm();
if (process.argv.includes('--official')) process.env.EDITION = 'official';
await import(new URL('../server/dist/main.js', import.meta.url));

/** Runs the step unless its stamp matches these files. Prints its output only if it fails. */
function prepare(stamp, inputs, title, command, parameters) {
  const path = join(root, stamp);
  const state = fingerprint(inputs);
  if (existsSync(path) && readFileSync(path, 'utf8') === state) return;
  // Not on standard output, which belongs to the prepared command.
  console.error(`${title} …`);
  const { status, error, stdout, stderr } = spawnSync(command, parameters, {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: Infinity,
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: process.platform === 'win32',
  });
  if (status !== 0) {
    process.stderr.write(error ? `${error.message}\n` : stdout + stderr);
    process.exit(status ?? 1);
  }
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, state);
}

function fingerprint(inputs) {
  const hash = createHash('sha256');
  for (const path of inputs.flatMap((input) => listFiles(join(root, input)))) {
    const { mtimeMs, size } = statSync(path);
    hash.update(`${path} ${mtimeMs} ${size}\n`);
  }
  return hash.digest('hex');
}

function listFiles(path) {
  if (!existsSync(path)) return [];
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path)
    .sort()
    .flatMap((name) => listFiles(join(path, name)));
}
