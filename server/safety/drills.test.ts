import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { findPostgres, findProxies } from '../../scripts/system-parts.mjs';
import { startCluster } from '../testing/postgres-cluster.ts';
import { breakStreams } from './drills/broken-streams.ts';
import { killServer } from './drills/kill-server.ts';
import { rollBehindNginx } from './drills/roll-behind-nginx.ts';
import { rollOut } from './drills/roll-out.ts';
import { stopDatabase } from './drills/stop-database.ts';

// Short form of each drill; `npm run drills` runs the long ones.
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'madang-drill-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const nothingLost = { lost: 0, doubled: 0, wrongSums: [] };
const LIMIT = 180_000;

test(
  '[SF-24] kill -9 under writes: nothing is lost or doubled on the embedded engine',
  { timeout: LIMIT },
  async () => {
    const ledger = await killServer({ DATA_DIR: join(folder, 'data') }, 3);
    expect(ledger).toMatchObject(nothingLost);
    expect(ledger.acknowledged).toBeGreaterThan(20);
  },
);

test.runIf(findPostgres())(
  '[SF-24] kill -9 under writes: nothing is lost or doubled on PostgreSQL',
  { timeout: LIMIT },
  async () => {
    const cluster = await startCluster();
    await cluster.createDatabase('madang');
    try {
      const ledger = await killServer(
        { DATA_DIR: join(folder, 'data'), DATABASE_URL: cluster.urlOf('madang') },
        4,
      );
      expect(ledger).toMatchObject(nothingLost);
      expect(ledger.acknowledged).toBeGreaterThan(20);
    } finally {
      await cluster.stop();
    }
  },
);

test.runIf(findPostgres())(
  '[SF-25] stopped PostgreSQL: 503, then recovery in the same process',
  { timeout: LIMIT },
  async () => {
    const ledger = await stopDatabase(join(folder, 'data'), 3);
    expect(ledger).toMatchObject({ ...nothingLost, sameProcess: true });
    expect(ledger.acknowledged).toBeGreaterThan(20);
  },
);

test.runIf(findPostgres())(
  '[SF-29] stream cut repeatedly: gets every reply once and in order',
  { timeout: LIMIT },
  async () => {
    expect(await breakStreams(join(folder, 'data'), 800, 40)).toEqual({
      stored: 800,
      received: 800,
      lost: 0,
      doubled: 0,
      inOrder: true,
    });
  },
);

test.runIf(findPostgres())(
  '[SF-32] deploy: old and new versions serve during the migration, without a 5xx or a loss',
  { timeout: LIMIT },
  async () => {
    const { migration, sideBySide, ...ledger } = await rollOut(folder);
    expect(ledger).toMatchObject({ ...nothingLost, failures: [], longestOutage: 0, exitCode: 0 });
    expect(migration).toEqual({ old: expect.any(Number), new: 9000 });
    expect(migration.old).toBeLessThan(9000);
    expect(Math.min(sideBySide.old, sideBySide.new)).toBeGreaterThan(50);
    expect(ledger.acknowledged).toBeGreaterThan(100);
  },
);

test.runIf(findPostgres() && findProxies())(
  '[SF-32] [SF-45] nginx, blue and green: restarts and a frozen server lose or double nothing',
  { timeout: LIMIT },
  async () => {
    const { steps, ...ledger } = await rollBehindNginx(folder, { rounds: 1, phase: 2_000, frozen: 15_000 });
    expect(ledger).toMatchObject({ ...nothingLost, failed: [], longestOutage: 0, exitCodes: [0, 0] });
    expect(ledger.acknowledged).toBeGreaterThan(100);
    expect(steps.map(({ name }) => name)).toEqual([
      'both serving',
      'blue, round 1',
      'green, round 1',
      'blue frozen',
      'nginx started again',
    ]);
    for (const { calls } of steps) expect(calls).toBeGreaterThan(100);
  },
);
