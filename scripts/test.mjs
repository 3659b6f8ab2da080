// `npm test`: installs and builds what is missing, then runs every test and keeps the results in reports/.
// `--server` runs what another version of Node may change, `--browsers` the core journeys in Firefox and WebKit alone.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { canMakeNamespaces, ensureSystemParts } from './system-parts.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const serverOnly = process.argv.includes('--server');
const browsersOnly = process.argv.includes('--browsers');
const strict = Boolean(process.env.CI);
const parent = process.ppid;

// What a Node can change: http and streams, sockets and drivers, processes and files, crypto, zlib, native modules.
// The rules of the product and what SQL answers do not hang on it.
const secondNode = [
  'server/src/platform/',
  'server/src/features/accounts/own-data',
  'server/src/features/posts/uploads',
  'server/src/features/replies/reply-streams',
  'server/src/operator/backup.api',
  'server/src/operator/documents/round-trip',
  'server/safety/advisories/archives',
  'server/safety/advisories/http',
  'server/safety/advisories/images',
  'server/safety/advisories/input',
  'server/safety/advisories/live',
  'server/safety/built-server',
  'server/safety/proxies',
];

// Whoever ends this ends all that it started. npm's shell does not hand a `kill` on: see start.mjs.
let running;
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, stop);
setInterval(() => process.ppid !== parent && stop(), 200).unref();

if (!(await run('Preparing', process.execPath, ['scripts/start.mjs', '--prepare-only']))) process.exit(1);
const { chromium, fonts, postgres, proxies, others, pooler, promtool, units, swift, cluster } =
  ensureSystemParts();

const reports = serverOnly ? 'reports/server-only' : browsersOnly ? 'reports/browsers-only' : 'reports';
rmSync(`${root}${reports}`, { recursive: true, force: true });
mkdirSync(`${root}${reports}`, { recursive: true });

const failed = [];
const notRun = [];

const whole = !serverOnly && !browsersOnly;
if (whole) await vitest('unit');
if (whole) await vitest('embedded');
if (serverOnly) await vitest('second-node', ['unit', 'embedded'], secondNode);
if (!browsersOnly) {
  if (postgres) await vitest('postgres', ['postgres'], serverOnly ? ['server/src/platform/'] : []);
  else
    notRun.push(
      'the server tests on PostgreSQL: PostgreSQL 15 or newer is missing (Debian: apt-get install postgresql)',
    );
  if (!pooler)
    notRun.push('the start behind a pooler: PgBouncer is missing (Debian: apt-get install pgbouncer)');
}
if (!browsersOnly && !proxies)
  notRun.push('the tests behind proxies: they are missing (Debian: apt-get install nginx haproxy)');
if (whole && !promtool)
  notRun.push('the tests of alerts: promtool is missing (Debian: apt-get install prometheus)');
if (whole && !units)
  notRun.push(
    'the tests of units: systemd-analyze or curl is missing (Debian: apt-get install systemd curl)',
  );
if (whole && !cluster)
  notRun.push(
    'the drill of the cluster: Patroni, etcd or HAProxy is missing (Debian: apt-get install patroni etcd-server python3-etcd haproxy iproute2)',
  );
if (whole) {
  if (swift) await vitest('s3');
  else
    notRun.push(
      'pictures in an S3 store: Swift is missing (Debian: apt-get install swift-proxy swift-account swift-container swift-object memcached)',
    );
}
if (whole) {
  if (chromium && fonts) await browser();
  else
    notRun.push(
      'the browser journeys: Chromium or Korean fonts are missing (Debian: apt-get install chromium-headless-shell fonts-noto-cjk)',
    );
}
if (!serverOnly) {
  if (others) await vitest('browsers');
  else
    notRun.push(
      'the core journeys in Firefox and WebKit: they are missing (Debian: apt-get install firefox-esr webkit2gtk-driver xvfb)',
    );
}

// Nothing that could be installed mends that: it is the machine's right, and stops nobody.
if (whole && cluster && !canMakeNamespaces())
  console.error('Not run: the drill of the cluster: nobody may make network namespaces here');
for (const line of notRun) console.error(`Not run: ${line}`);
for (const name of failed) console.error(`Failed: ${name}`);
process.exit(failed.length > 0 || (strict && notRun.length > 0) ? 1 : 0);

/**
 * @param {string} name of the report @param {readonly string[]} projects
 * @param {readonly string[]} paths only the files whose paths begin so; all without
 */
async function vitest(name, projects = [name], paths = []) {
  const ok = await run(`Tests: ${name}`, process.execPath, [
    'node_modules/vitest/vitest.mjs',
    'run',
    ...projects.flatMap((project) => ['--project', project]),
    ...paths,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${reports}/${name}.json`,
  ]);
  if (!ok) failed.push(name);
}

async function browser() {
  const ok = await run(
    'Tests: browser',
    process.execPath,
    ['node_modules/@playwright/test/cli.js', 'test', '--config', 'e2e/playwright.config.ts'],
    { PLAYWRIGHT_JSON_OUTPUT_NAME: `${root}${reports}/browser.json` },
  );
  if (!ok) failed.push('browser');
}

async function run(title, command, parameters, environment = {}) {
  console.log(`\n── ${title}`);
  const began = Date.now();
  running = spawn(command, parameters, {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, ...environment },
    // The head of a group that everything it starts belongs to.
    detached: true,
  });
  const [code] = await once(running, 'exit');
  console.log(`── ${title}: ${Math.round((Date.now() - began) / 1_000)} s`);
  return code === 0;
}

function stop() {
  try {
    if (running) process.kill(-running.pid);
  } catch {
    // It has just ended.
  }
  process.exit(1);
}
