import { defineConfig } from 'vitest/config';

/** Tests of whole calls, run once on each engine; every other `*.test.ts` is a unit test. */
const api = 'server/**/*.api.test.ts';

/** As with the journeys: one slow moment among hundreds of tests does not stop a landing. */
const retry = process.env['CI'] ? 1 : 0;

const engine = (name: 'embedded' | 'postgres') => ({
  test: {
    name,
    include: [api],
    globalSetup: 'server/testing/global-setup.ts',
    provide: { engine: name },
    testTimeout: 30_000,
    retry,
    hookTimeout: 60_000,
  },
});

export default defineConfig({
  test: {
    // Much of the time is waiting for processes, sockets and timers: three files at once fill two cores.
    maxWorkers: 3,
    projects: [
      {
        test: {
          name: 'unit',
          include: ['{contract,campus,server,web,scripts}/**/*.test.{ts,tsx}'],
          exclude: [api, '**/node_modules/**', '**/dist/**'],
          testTimeout: 60_000,
          retry,
        },
      },
      {
        test: {
          name: 'browsers',
          include: ['e2e/browsers/*.test.ts'],
          testTimeout: 60_000,
          retry,
          hookTimeout: 120_000,
        },
      },
      engine('embedded'),
      engine('postgres'),
    ],
  },
});
