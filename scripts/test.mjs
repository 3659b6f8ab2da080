// `npm test`: installs and builds what is missing, then runs every test and keeps the results in reports/.
// `--server` runs what another version of Node may change, `--browsers` the core journeys in Firefox and WebKit alone.
import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { ensureSystemParts } from './system-parts.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const serverOnly = process.argv.includes('--server');
const browsersOnly = process.argv.includes('--browsers');
const strict = Boolean(process.env.CI);

if (!run('Preparing', process.execPath, ['scripts/start.mjs', '--prepare-only'])) process.exit(1);
const { chromium, fonts, postgres, proxies, others, pooler } = ensureSystemParts();

const reports = serverOnly ? 'reports/server-only' : browsersOnly ? 'reports/browsers-only' : 'reports';
rmSync(`${root}${reports}`, { recursive: true, force: true });
mkdirSync(`${root}${reports}`, { recursive: true });

const failed = [];
const notRun = [];

const whole = !serverOnly && !browsersOnly;
if (whole) vitest('unit');
if (!browsersOnly) {
  vitest('embedded');
  // What SQL answers does not hang on Node: a second Node needs the driver's tests, not all of them.
  if (postgres) vitest('postgres', serverOnly ? ['server/src/platform'] : []);
  else
    notRun.push(
      'the server tests on PostgreSQL: PostgreSQL 15 or newer is missing (Debian: apt-get install postgresql)',
    );
  if (!pooler)
    notRun.push('the start behind a pooler: PgBouncer is missing (Debian: apt-get install pgbouncer)');
}
if (!browsersOnly && !proxies)
  notRun.push('the tests behind proxies: they are missing (Debian: apt-get install nginx haproxy)');
if (whole) {
  if (chromium && fonts) browser();
  else
    notRun.push(
      'the browser journeys: Chromium or Korean fonts are missing (Debian: apt-get install chromium-headless-shell fonts-noto-cjk)',
    );
}
if (!serverOnly) {
  if (others) vitest('browsers');
  else
    notRun.push(
      'the core journeys in Firefox and WebKit: they are missing (Debian: apt-get install firefox-esr webkit2gtk-driver xvfb)',
    );
}

for (const line of notRun) console.error(`Not run: ${line}`);
for (const name of failed) console.error(`Failed: ${name}`);
process.exit(failed.length > 0 || (strict && notRun.length > 0) ? 1 : 0);

/** @param {string} project @param {readonly string[]} paths only the files below these; all without */
function vitest(project, paths = []) {
  const ok = run(`Tests: ${project}`, process.execPath, [
    'node_modules/vitest/vitest.mjs',
    'run',
    '--project',
    project,
    ...paths,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${reports}/${project}.json`,
  ]);
  if (!ok) failed.push(project);
}

function browser() {
  const ok = run(
    'Tests: browser',
    process.execPath,
    ['node_modules/@playwright/test/cli.js', 'test', '--config', 'e2e/playwright.config.ts'],
    { PLAYWRIGHT_JSON_OUTPUT_NAME: `${root}${reports}/browser.json` },
  );
  if (!ok) failed.push('browser');
}

function run(title, command, parameters, environment = {}) {
  console.log(`\n── ${title}`);
  const began = Date.now();
  const { status } = spawnSync(command, parameters, {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, ...environment },
  });
  console.log(`── ${title}: ${Math.round((Date.now() - began) / 1_000)} s`);
  return status === 0;
}
