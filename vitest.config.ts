import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { defineConfig } from 'vitest/config';
import {
  engineTests,
  isolatedTests,
  longTests,
  postgresTests,
  scaledTests,
  serviceTests,
} from './scripts/suites.mjs';

/** Tests of whole calls. They run on PostgreSQL; some also run on the embedded engine. */
const api = 'server/**/*.api.test.ts';

/** Tests of the whole web app in a simulated browser, with answers from a simulated server (`web/src/testing/`). */
const component = 'web/src/**/*.component.test.tsx';

/** Tests of pictures in an S3 store: what only such a store does differently, and the general picture tests again. */
const s3 = [
  'server/**/*.s3.test.ts',
  'server/src/features/posts/{uploads,pictures,picture-addresses}.api.test.ts',
  'server/safety/advisories/images.api.test.ts',
];

const nowhere = ['**/node_modules/**', '**/dist/**'];

const common = {
  // About twice what the longest test takes while other work runs on the machine.
  testTimeout: 60_000,
  // Query plans are read among 20,000 inserted posts.
  hookTimeout: 180_000,
  // As with the journeys: one slow moment among hundreds of tests does not stop a landing.
  retry: process.env['CI'] ? 1 : 0,
};

/**
 * Returns two projects for these tests: NAME, whose files share processes so that modules load once for each process, and
 * NAME-isolated for the files that cannot.
 */
function sharing<Test extends { name: string; exclude: string[] }>(alone: string[], test: Test) {
  const exclude = [...test.exclude, ...nowhere];
  return [
    { test: { ...test, isolate: false, exclude: [...exclude, ...alone] } },
    { test: { ...test, name: `${test.name}-isolated`, include: alone, exclude } },
  ];
}

const engine = (name: 'embedded' | 'postgres') => ({
  ...common,
  globalSetup: 'server/testing/global-setup.ts',
  setupFiles: 'server/testing/setup.ts',
  provide: { engine: name },
  // Threads compile the embedded engine once for all; processes would compile it once each.
  pool: name === 'embedded' ? ('threads' as const) : ('forks' as const),
});

/** Files that take longest, in this order: processes that are started and killed, imports that are cut off, races. */
const slow = [
  'safety/drills',
  'safety/cluster.test',
  'safety/jobs',
  'safety/planned-entries',
  'safety/built-server',
  'database/embedded',
  'src/main',
  'safety/package',
  'built-operator',
  'workplace.test',
  'long-documents',
  'check.test',
  'push-week',
  'backup-worlds',
  'rights-matrix',
  'races',
  'limits.api',
  'doctor',
  'documents/resume',
  'mail.api',
  'backup',
  'fuzz',
];

/** Starts the slow files first, so that none of them runs alone at the end. */
class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const index = slow.findIndex((part) => moduleId.includes(part));
      return index < 0 ? slow.length : index;
    };
    return (await super.sort(files)).sort((a, b) => rank(a) - rank(b));
  }
}

export default defineConfig({
  test: {
    sequence: { sequencer: SlowFirst },
    // Much of the time is waiting for processes, sockets and timers: three files at once keep two cores busy.
    maxWorkers: 3,
    projects: [
      ...sharing(isolatedTests.unit, {
        ...common,
        name: 'unit',
        include: ['{bench,contract,campus,server,web,scripts}/**/*.test.{ts,tsx}'],
        exclude: [api, component, 'server/**/*.s3.test.ts', ...serviceTests],
      }),
      ...sharing(isolatedTests.component, {
        ...common,
        name: 'component',
        include: [component],
        exclude: [],
        environment: 'happy-dom',
        setupFiles: 'web/src/testing/setup.ts',
        pool: 'threads' as const,
      }),
      ...sharing(isolatedTests.api, {
        ...engine('postgres'),
        name: 'postgres',
        include: [api],
        exclude: longTests,
      }),
      ...sharing(isolatedTests.api, {
        ...engine('embedded'),
        name: 'embedded-rest',
        include: [api],
        exclude: [...engineTests, ...postgresTests],
      }),
      { test: { ...engine('embedded'), name: 'embedded', include: engineTests, isolate: false } },
      {
        test: { ...engine('postgres'), name: 'postgres-rest', include: [...longTests, ...scaledTests] },
      },
      {
        // Starts of whole servers take a minute each while other work runs on the machine.
        test: {
          ...common,
          testTimeout: 300_000,
          hookTimeout: 300_000,
          name: 'services',
          include: serviceTests,
        },
      },
      { test: { ...common, name: 'browsers', include: ['e2e/browsers/*.test.ts'] } },
      {
        test: {
          ...engine('embedded'),
          name: 's3',
          include: s3,
          provide: { engine: 'embedded', store: 's3' },
        },
      },
    ],
  },
});
