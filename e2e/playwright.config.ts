import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig } from '@playwright/test';
import { findChromium } from '../scripts/system-parts.mjs';

const folder = fileURLToPath(new URL('.', import.meta.url));

/** Matches files that need an own server; each explains why at its top. */
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
    // A start costs as much as two journeys, so one worker runs a whole file. First, so that shared journeys fill the end.
    { name: 'own-server', testMatch: withOwnServer, fullyParallel: false },
    { name: 'shared', testMatch: '**/*.journey.ts', testIgnore: withOwnServer, fullyParallel: true },
  ],
  // Journeys tagged @full run only in `npm run test:all`.
  ...(process.env['FULL_SUITE'] ? { grep: /@full/ } : { grepInvert: /@full/ }),
  forbidOnly: Boolean(process.env['CI']),
  // A journey that passes only on retry is listed as flaky and blocks no merge.
  retries: process.env['CI'] ? 1 : 0,
  // Journeys mostly wait: three fill two cores.
  workers: 3,
  // Ends hanging journeys: the longest takes a fifth on an idle machine.
  timeout: 150_000,
  expect: { timeout: 10_000 },
  // PLAYWRIGHT_JSON_OUTPUT_NAME sets the JSON file; without it JSON would cover the list.
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
    // Differs from the campus zone: campus times must not depend on the phone's.
    timezoneId: 'America/New_York',
    colorScheme: 'light',
    // Journeys bypass the worker, except for those that test it.
    serviceWorkers: 'block',
    screenshot: 'only-on-failure',
    // A trace fetches blob addresses, which the content security policy rejects.
    trace: 'off',
  },
});
