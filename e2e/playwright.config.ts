import { fileURLToPath } from 'node:url';
import { defineConfig } from '@playwright/test';
import { findChromium } from '../scripts/system-parts.mjs';

const folder = fileURLToPath(new URL('.', import.meta.url));

export default defineConfig({
  testDir: folder,
  testMatch: '**/*.journey.ts',
  outputDir: `${folder}../reports/browser`,
  globalSetup: './testing/global-setup.ts',
  fullyParallel: true,
  forbidOnly: Boolean(process.env['CI']),
  // A journey that passes only the second time has found something: it is listed as flaky, and looked at. It
  // does not stop a landing, as one slow moment among hundreds of journeys would.
  retries: process.env['CI'] ? 1 : 0,
  // Much of a journey is waiting: three at once fill two cores.
  workers: 3,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  // Where the JSON goes is said by PLAYWRIGHT_JSON_OUTPUT_NAME; without it it would cover the list.
  reporter: process.env['PLAYWRIGHT_JSON_OUTPUT_NAME'] ? [['list'], ['json']] : [['list']],
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
    screenshot: 'only-on-failure',
    // A trace reads blob addresses by fetch, which the content security policy refuses: it would fail journeys.
    trace: 'off',
  },
});
