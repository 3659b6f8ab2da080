import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { canMakeNamespaces, findCluster, findPostgres } from '../../scripts/system-parts.mjs';
import { drillCluster } from './drills/cluster.ts';

// One fault of the drill; `npm run drills cluster-kill cluster-freeze` makes them all.
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'madang-cluster-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const present = findPostgres() !== null && findCluster() !== null;

test.runIf(present && canMakeNamespaces())(
  '[SF-45] killed cluster leader under writes: nothing lost or doubled, recovery without an operator',
  // Includes the start of the cluster and both servers.
  { timeout: 240_000, retry: 0 },
  async () => {
    const { steps, acknowledged, ...found } = await drillCluster(folder, [
      'the leader’s PostgreSQL is killed',
    ]);
    expect(found).toEqual({ lost: 0, doubled: 0, failed: [] });
    expect(acknowledged).toBeGreaterThan(100);
    expect(steps).toHaveLength(1);
    // The leader was killed, so a write had to wait.
    expect(steps[0]?.longestOutage).toBeGreaterThan(500);
  },
);
