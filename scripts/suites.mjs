// Which tests `npm test` leaves to `npm run test:all`. A claim that only these prove is counted after the full suite.

/**
 * What the embedded engine can change: database, migrations, plans, locks, jobs, backup, start and stop, search, streams and
 * races, and one file of each feature. What the rules say and what the one dialect of SQL answers is tried on PostgreSQL.
 */
export const engineTests = [
  'server/queries/*.api.test.ts',
  'server/safety/{faults,ledger,nothing-left,old-database,one-bulletin,picture-races,purge,races,releases}.api.test.ts',
  'server/src/{editions,open-database}.api.test.ts',
  'server/src/features/accounts/accounts.api.test.ts',
  'server/src/features/analytics/analytics.api.test.ts',
  'server/src/features/bulletin/bulletin.api.test.ts',
  'server/src/features/campus/campus.api.test.ts',
  'server/src/features/codes/*.api.test.ts',
  'server/src/features/moderation/{report-races,reports,rights-races}.api.test.ts',
  'server/src/features/notifications/{adding-alerts,alerts,inbox}.api.test.ts',
  'server/src/features/operate/entries.api.test.ts',
  'server/src/features/places-now/*.api.test.ts',
  'server/src/features/posts/{hot-rule,post-texts,posts,uploads}.api.test.ts',
  'server/src/features/replies/{replies,reply-streams}.api.test.ts',
  'server/src/features/search/*.api.test.ts',
  'server/src/features/voices/*.api.test.ts',
  'server/src/operator/{backup,backup-refusals,doctor,ledger,verify}.api.test.ts',
  'server/src/operator/documents/{operator-files,resume,round-trip}.api.test.ts',
  'server/src/platform/{database,jobs,limits,mail}/*.api.test.ts',
];

/**
 * Short forms of drills, the release package, alerts, units, installations and the cluster: other people's programs, and
 * several processes beside each other. And what checks the checks.
 */
export const serviceTests = [
  'scripts/check.test.ts',
  'server/safety/{alerts,cluster,drills,full-disk,jobs,package,planned-entries,push-ledger}.test.ts',
  'server/safety/{hung-server,shipped-nginx,two-machines,units}.test.ts',
  'server/safety/advisories/build-tools.test.ts',
];

/** What a Node can change: http and streams, sockets and drivers, processes and files, crypto, zlib, native modules. */
export const nodeTests = [
  'server/src/platform/',
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
