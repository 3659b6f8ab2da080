import { defineConfig } from 'vitest/config';
import { engineTests, serviceTests } from './scripts/suites.mjs';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Tests of whole calls, run on PostgreSQL, and where the engine matters on the embedded one too; others are unit tests. */
const api = 'server/**/*.api.test.ts';

/** Tests of the whole web app in a pretended browser, answered by a pretended server (`web/src/testing/`). */
const component = 'web/src/**/*.component.test.tsx';

/** Pictures in an S3 store: what only such a store can do wrong, and the tests of pictures once more. */
const s3 = [
  'server/**/*.s3.test.ts',
  'server/src/features/posts/{uploads,pictures,picture-addresses}.api.test.ts',
  'server/safety/advisories/images.api.test.ts',
];

/** As with the journeys: one slow moment among hundreds of tests does not stop a landing. */
const retry = process.env['CI'] ? 1 : 0;

const engine = (name: 'embedded' | 'postgres', include: string[] = [api], project: string = name) => ({
  test: {
    name: project,
    include,
    globalSetup: 'server/testing/global-setup.ts',
    provide: { engine: name },
    // Threads of one process compile the embedded engine once; processes would each do it again.
    pool: name === 'embedded' ? ('threads' as const) : ('forks' as const),
    // Twice what the longest take where other work runs beside them.
    testTimeout: 60_000,
    retry,
    // The plans are read among 20,000 planted posts.
    hookTimeout: 180_000,
  },
});

const wholeEmbedded = engine('embedded', [api], 'embedded-rest').test;
const restOfEmbedded = { test: { ...wholeEmbedded, exclude: [...engineTests, '**/node_modules/**'] } };

const s3Project = {
  test: {
    ...engine('embedded').test,
    name: 's3',
    include: s3,
    provide: { engine: 'embedded' as const, store: 's3' as const },
  },
};

/** What takes longest, most of it first: processes that are started and killed, limits, races. */
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
  'check.test',
  'races',
  'limits.api',
  'doctor',
  'documents/resume',
  'mail.api',
  'backup',
  'fuzz',
];

/** Begins with the slow ones: none of them runs alone in the end, when the other workers have nothing left to do. */
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
    // Much of the time is waiting for processes, sockets and timers: three files at once fill two cores.
    maxWorkers: 3,
    projects: [
      {
        test: {
          name: 'unit',
          include: ['{bench,contract,campus,server,web,scripts}/**/*.test.{ts,tsx}'],
          exclude: [
            api,
            component,
            'server/**/*.s3.test.ts',
            ...serviceTests,
            '**/node_modules/**',
            '**/dist/**',
          ],
          testTimeout: 60_000,
          retry,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'component',
          include: [component],
          environment: 'happy-dom',
          setupFiles: 'web/src/testing/setup.ts',
          pool: 'threads',
          testTimeout: 60_000,
          retry,
        },
      },
      {
        test: {
          name: 'services',
          include: serviceTests,
          testTimeout: 60_000,
          retry,
          hookTimeout: 60_000,
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
      engine('embedded', engineTests),
      restOfEmbedded,
      s3Project,
      engine('postgres'),
    ],
  },
});
