import { defineConfig } from 'vitest/config';

/** Tests of whole calls, run once on each engine; every other `*.test.ts` is a unit test. */
const api = 'server/**/*.api.test.ts';

const engine = (name: 'embedded' | 'postgres') => ({
  test: {
    name,
    include: [api],
    globalSetup: 'server/testing/global-setup.ts',
    provide: { engine: name },
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['{contract,campus,server,web,scripts}/**/*.test.{ts,tsx}'],
          exclude: [api, '**/node_modules/**', '**/dist/**'],
          testTimeout: 60_000,
        },
      },
      engine('embedded'),
      engine('postgres'),
    ],
  },
});
