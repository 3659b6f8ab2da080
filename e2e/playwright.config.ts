import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig } from '@playwright/test';
import { findChromium } from '../scripts/system-parts.mjs';

const folder = fileURLToPath(new URL('.', import.meta.url));

/** A file that says why it needs a server of its own: its journeys cannot share those of all others. */
const OWN_SERVER = /^test\.use\(\{[^}]*\bownServer:|^const test = (?:base\.extend|onCampus)\b/m;
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) =>
  path.endsWith('.journey.ts'),
);
const withOwnServer = files
  .filter((path) => OWN_SERVER.test(readFileSync(`${folder}${path}`, 'utf8')))
  .map((path) => `**/${path.replaceAll('\\', '/')}`);

export default defineConfig({
  testDir: folder,
  outputDir: `${folder}../reports/browser`,
  globalSetup: './testing/global-setup.ts',
  projects: [
    // A start costs as much as two journeys, so one worker takes a whole file. These come first: the others can be shared
    // out one by one, and none runs alone in the end.
    { name: 'own-server', testMatch: withOwnServer, fullyParallel: false },
    { name: 'shared', testMatch: '**/*.journey.ts', testIgnore: withOwnServer, fullyParallel: true },
  ],
  // Those tagged @full run in `npm run test:all` only.
  ...(process.env['FULL_SUITE'] ? { grep: /@full/ } : { grepInvert: /@full/ }),
  forbidOnly: Boolean(process.env['CI']),
  // A journey that passes only the second time has found something: it is listed as flaky, and looked at. It
  // does not stop a landing, as one slow moment among hundreds of journeys would.
  retries: process.env['CI'] ? 1 : 0,
  // Much of a journey is waiting: three at once fill two cores.
  workers: 3,
  // Ends what hangs: the longest journey takes a fifth of it on a quiet machine.
  timeout: 150_000,
  expect: { timeout: 10_000 },
  // Where the JSON goes is said by PLAYWRIGHT_JSON_OUTPUT_NAME; without it it would cover the list.
  reporter: process.env['PLAYWRIGHT_JSON_OUTPUT_NAME']
    ? [['list'], ['json'], ['../scripts/closing-reporter.mjs']]
    : [['list']],
  use: {
    browserName: 'chromium',
    launchOptions: {
      executablePath: process.env['CHROMIUM'] || (findChromium() ?? ''),
      args: [
        '--headless',
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 2,
    isMobile: true,
    hasTouch: true,
    locale: 'ko-KR',
    // Not the campus's own: its times must be shown whatever the phone's zone is.
    timezoneId: 'America/New_York',
    colorScheme: 'light',
    // Each journey meets the server itself; those of the worker let it in.
    serviceWorkers: 'block',
    screenshot: 'only-on-failure',
    // A trace reads blob addresses by fetch, which the content security policy refuses: it would fail journeys.
    trace: 'off',
  },
});
