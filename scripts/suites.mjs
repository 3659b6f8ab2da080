// Tests that `npm test` leaves to `npm run test:all`. Conformance reports claims that only these prove as waiting.

/**
 * API tests that `npm test` also runs on the embedded engine: start, migration, locks and the first features.
 * The servers of the journeys run all features on this engine. `npm run test:all` runs every API test on it.
 */
export const engineTests = [
  'server/src/{editions,open-database}.api.test.ts',
  'server/src/features/accounts/{profile,sign-up-session}.api.test.ts',
  'server/src/features/bulletin/bulletin.api.test.ts',
  'server/src/features/notifications/inbox.api.test.ts',
  'server/src/features/posts/posts.api.test.ts',
  'server/src/features/replies/replies.api.test.ts',
  'server/src/database/*.api.test.ts',
];

/**
 * Long API tests on PostgreSQL: weeks, ledgers, soaks, races, all restores, interrupted imports, and outages of services.
 * `npm test` keeps the requests of every student and the safety of data.
 * These are plans of hot queries, backup and restore, limits, jobs, and sending of pushes.
 */
export const longTests = [
  'server/queries/{moderation,notifications,search,transparency}-queries.api.test.ts',
  'server/safety/{answer-times,cache-under-load,old-database,picture-races,push-ledger,races,ticket-ledger}.api.test.ts',
  'server/src/sign-in-limits.api.test.ts',
  'server/src/features/moderation/rights-races.api.test.ts',
  'server/src/features/notifications/{push-services,push-week}.api.test.ts',
  'server/src/operator/{backup-refusals,backup-triggers,backup-worlds,verify}.api.test.ts',
  'server/src/operator/documents/{operator-files,resume}.api.test.ts',
  'server/src/database/stuck-database.api.test.ts',
  'server/src/jobs/shared-jobs.api.test.ts',
  'server/src/metrics/killed-database.api.test.ts',
];

/**
 * API tests of several processes, those that change the server's clock to another year, and the test of row types.
 * The embedded engine allows one process and shares the clock, so every session would expire.
 * The pages for operators use PostgreSQL, as their installations do.
 */
export const postgresTests = [
  'server/queries/row-types.api.test.ts',
  'server/src/features/places/{dish-alerts,meals}.api.test.ts',
  'server/src/features/notifications/notification-races.api.test.ts',
  'server/src/features/places/demo-places.api.test.ts',
  'server/src/operator/{how-to,moderation-processes,rooms}.api.test.ts',
];

/** API tests with a short form in `npm test` and a longer one, with `FULL_SUITE` set, in `npm run test:all`. */
export const scaledTests = ['server/safety/{fuzz,ledger}.api.test.ts'];

/**
 * Tests that start and kill processes or run other programs, and the test of the checks.
 * Servers, decoders of hostile pictures, drills, the release package, alerts, units, proxies and the cluster.
 */
export const serviceTests = [
  'scripts/{check,tutorials}.test.ts',
  'server/safety/{alerts,built-server,cluster,drills,full-disk,hostile-pictures,jobs,package,planned-entries}.test.ts',
  'server/safety/{hung-server,machine-pages,shipped-caddy,shipped-nginx,units}.test.ts',
  'server/safety/advisories/build-tools.test.ts',
  'server/src/main.test.ts',
  'server/src/operator/built-operator.test.ts',
  'server/src/database/{embedded,migrate}.test.ts',
  'server/src/images/decoder-process.test.ts',
];

/**
 * Files that cannot share a process with others, by project.
 * They replace modules (`vi.mock`), or start parts that run until the page closes: the offline store and pending writes.
 */
export const isolatedTests = {
  unit: [
    'server/src/images/encode-image.test.ts',
    'server/src/sessions/passwords.test.ts',
    'web/src/lib/offline/unsent.test.ts',
  ],
  component: [
    'web/src/app/{offline,push}/*.component.test.tsx',
    'web/src/features/notifications/push.component.test.tsx',
    'web/src/features/offline/outbox.component.test.tsx',
    'web/src/features/pictures/shared-draft.component.test.tsx',
  ],
  api: [
    'server/src/sign-in-limits.api.test.ts',
    'server/src/features/accounts/{accounts,credentials}.api.test.ts',
  ],
};

/** Folders of `server/src` that all features use; product words stay out of them. */
export const foundation = [
  'database',
  'http',
  'images',
  'jobs',
  'lib',
  'live',
  'log',
  'mail',
  'metrics',
  'push',
  'sessions',
].map((folder) => `server/src/${folder}/`);

/** Tests that another version of Node may change: HTTP, sockets, drivers, processes, files, crypto, zlib, native modules. */
export const nodeTests = [
  ...foundation,
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
