// `npm test`: installs and builds missing parts, runs the tests that must pass before a change lands, and writes reports/.
// `--all` adds long tests, the rest of the embedded engine, processes and services, an S3 store, Firefox and WebKit, and
// another version of Node.
// `--quick` runs only the tests next to a change, `--browsers` the core journeys in Firefox and WebKit.
// `--server` runs the tests that another version of Node may change.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { nearTests } from './near-tests.mjs';
import { foundation, nodeTests } from './suites.mjs';
import { canMakeNamespaces, ensureSystemParts } from './system-parts.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const all = process.argv.includes('--all');
const serverOnly = process.argv.includes('--server');
const browsersOnly = process.argv.includes('--browsers');
const quick = process.argv.includes('--quick');
const strict = Boolean(process.env.CI);
const parent = process.ppid;

// Ending this process ends all of its children. npm's shell does not forward a `kill`: see start.mjs.
let running;
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, stop);
setInterval(() => process.ppid !== parent && stop(), 200).unref();

const folder = serverOnly ? 'server-only' : browsersOnly ? 'browsers-only' : quick ? 'quick' : '';
const reports = folder === '' ? 'reports' : `reports/${folder}`;
rmSync(`${root}${reports}`, { recursive: true, force: true });
mkdirSync(`${root}${reports}`, { recursive: true });

/** @type {string[]} */
const failed = [];
/** @type {string[]} */
const notRun = [];
/** File of the lines that are repeated at the end. */
const closing = `${root}${reports}/closing.txt`;

if (!(await run('Preparing', process.execPath, ['scripts/start.mjs', '--prepare-only']))) process.exit(1);
const found = ensureSystemParts(all || browsersOnly);

if (serverOnly) {
  await vitest('second-node', [...shared('unit'), 'embedded', ...shared('embedded-rest')], nodeTests);
  if (need('postgres', 'the tests of PostgreSQL', 'postgresql'))
    await vitest('postgres', shared('postgres'), foundation);
} else if (browsersOnly) await otherBrowsers();
else if (quick) {
  const { unit, component, api } = nearTests();
  if (unit.length + component.length + api.length === 0) console.log('No changed file has tests next to it.');
  if (unit.length > 0) await vitest('unit', shared('unit'), unit);
  if (component.length > 0) await vitest('component', shared('component'), component);
  if (api.length > 0 && need('postgres', 'the tests of PostgreSQL', 'postgresql'))
    await vitest('postgres', shared('postgres'), api);
} else {
  need('proxies', 'the tests behind proxies', 'nginx haproxy');
  await vitest('unit', shared('unit'));
  await vitest('component', shared('component'));
  await vitest('embedded');
  if (need('postgres', 'the tests on PostgreSQL 15 or newer', 'postgresql'))
    await vitest('postgres', shared('postgres'));
  const chromium = need('chromium', 'the browser journeys', 'chromium-headless-shell');
  if (need('fonts', 'the journeys with Korean fonts', 'fonts-noto-cjk') && chromium) {
    await browser('browser');
    if (all) await browser('browser-rest', { FULL_SUITE: '1' });
  }
  if (all) await rest();
}

/** Runs the tests of the full suite that `npm test` leaves out. */
async function rest() {
  need('promtool', 'the tests of alerts', 'prometheus');
  need('units', 'the tests of units', 'systemd curl');
  need('caddy', 'the tests of the Caddyfile', 'caddy');
  const cluster = 'patroni etcd-server python3-etcd haproxy iproute2';
  // No package grants the right to make network namespaces, so this does not fail the run.
  if (need('cluster', 'the drill of the cluster', cluster) && !canMakeNamespaces())
    console.error('Not run: the drill of the cluster: nobody may make network namespaces here');
  await vitest('services');
  await vitest('embedded-rest', shared('embedded-rest'));
  if (found.postgres) await vitest('postgres-rest', ['postgres-rest'], [], { FULL_SUITE: '1' });
  const swift = 'swift-proxy swift-account swift-container swift-object memcached';
  if (need('swift', 'pictures in an S3 store', swift)) await vitest('s3');
  await otherBrowsers();
  const another = ['--yes', '--package', 'node@24', '--', 'node', 'scripts/test.mjs', '--server'];
  if (!(await run('Tests: Node 24', 'npx', another))) failed.push('Node 24');
}

async function otherBrowsers() {
  if (need('others', 'the core journeys in Firefox and WebKit', 'firefox-esr webkit2gtk-driver xvfb'))
    await vitest('browsers');
}

/**
 * Returns whether a part of the system exists; otherwise notes the tests that are not run.
 *
 * @param {keyof typeof found} part @param {string} what @param {string} packages
 */
function need(part, what, packages) {
  if (!found[part]) notRun.push(`${what}: missing (Debian: apt-get install ${packages})`);
  return found[part];
}

if (existsSync(closing)) console.error(readFileSync(closing, 'utf8').trim());
for (const line of notRun) console.error(`Not run: ${line}`);
for (const name of failed) console.error(`Failed: ${name}`);
process.exit(failed.length > 0 || (strict && notRun.length > 0) ? 1 : 0);

/** Returns the projects of files that share processes and of those that cannot. @param {string} name @returns {string[]} */
function shared(name) {
  return [name, `${name}-isolated`];
}

/**
 * Runs projects of vitest.config.ts and writes one report.
 *
 * @param {string} name of the report @param {readonly string[]} projects
 * @param {readonly string[]} paths only files with one of these path prefixes; all if empty
 * @param {Record<string, string>} environment variables to add
 */
async function vitest(name, projects = [name], paths = [], environment = {}) {
  const parameters = [
    'node_modules/vitest/vitest.mjs',
    'run',
    ...projects.flatMap((project) => ['--project', project]),
    ...paths,
    '--reporter=default',
    '--reporter=json',
    '--reporter=./scripts/closing-reporter.mjs',
    `--outputFile.json=${reports}/${name}.json`,
  ];
  if (!(await run(`Tests: ${name}`, process.execPath, parameters, environment))) failed.push(name);
}

/** @param {string} name of the report @param {Record<string, string>} environment variables to add */
async function browser(name, environment = {}) {
  const parameters = ['node_modules/@playwright/test/cli.js', 'test', '--config', 'e2e/playwright.config.ts'];
  const report = { PLAYWRIGHT_JSON_OUTPUT_NAME: `${root}${reports}/${name}.json` };
  if (!(await run(`Tests: ${name}`, process.execPath, parameters, { ...report, ...environment })))
    failed.push(name);
}

async function run(title, command, parameters, environment = {}) {
  console.log(`\n── ${title}`);
  const began = Date.now();
  running = spawn(command, parameters, {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, CLOSING_LINES: closing, ...environment },
    // Leader of a process group with everything it starts.
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
