// Parts of `npm run drills`: their requirements and their work.
import { join } from 'node:path';
import {
  canMakeNamespaces,
  findCluster,
  findPgbackrest,
  findPostgres,
  findProxies,
} from '../../../scripts/system-parts.mjs';
import { startCluster } from '../../testing/postgres-cluster.ts';
import { breakStreams } from './broken-streams.ts';
import { drillCluster } from './cluster.ts';
import type { clusterFaults } from './cluster-faults.ts';
import { fillDisk } from './full-disk.ts';
import { killServer } from './kill-server.ts';
import type { Ledger } from './ledger.ts';
import { backToAMoment } from './moment.ts';
import type { PartReport } from './part-report.ts';
import { findBareMachines, runBoth } from './machines/run-machines.ts';
import { restoreBackup } from './restore-backup.ts';
import { rollBehindNginx } from './roll-behind-nginx.ts';
import { rollOut } from './roll-out.ts';
import { canMakeDisk } from './small-disk.ts';
import { stopDatabase } from './stop-database.ts';

interface Part {
  /** Debian packages that `missing` looks for. */
  packages: readonly string[];
  /** Returns why it cannot run on this machine, or null. */
  missing: () => string | null;
  /** Runs the part in an empty folder. */
  run: (folder: string, print: (line: string) => void) => Promise<PartReport>;
}

const withoutPostgres = () => (findPostgres() ? null : 'PostgreSQL is missing');

/** Returns a part with one server and a ledger of its users' writes. */
const ledgerPart = (
  run: (dataFolder: string) => Promise<Ledger & { failures?: readonly string[] }>,
  missing: Part['missing'] = withoutPostgres,
): Part => ({
  packages: ['postgresql'],
  missing,
  run: async (folder, print) => {
    const {
      lost,
      doubled,
      wrongSums,
      failures = [],
      longestOutage,
      ...rest
    } = await run(join(folder, 'data'));
    print(JSON.stringify(rest));
    const steps = [{ name: 'all of it', longestOutage }];
    return { failed: [...failures, ...wrongSums], lost, doubled, steps };
  },
});

/** Returns a part with faults of a database by `deploy/cluster/`. */
const clusterPart = (...faults: (keyof typeof clusterFaults)[]): Part => ({
  packages: ['postgresql', 'patroni', 'etcd-server', 'python3-etcd', 'haproxy', 'iproute2'],
  missing: () => {
    if (!findPostgres() || !findCluster()) return 'PostgreSQL, Patroni, etcd, HAProxy or iproute2 is missing';
    return canMakeNamespaces() ? null : 'nobody may make network namespaces here';
  },
  run: (folder, print) => drillCluster(folder, faults, print),
});

export const parts: Readonly<Record<string, Part>> = {
  'kill-embedded': ledgerPart(
    (DATA_DIR) => killServer({ DATA_DIR }, 20),
    () => null,
  ),
  kill: ledgerPart(async (DATA_DIR) => {
    const cluster = await startCluster();
    await cluster.createDatabase('madang');
    try {
      return await killServer({ DATA_DIR, DATABASE_URL: cluster.urlOf('madang') }, 20);
    } finally {
      await cluster.stop();
    }
  }),
  database: ledgerPart((folder) => stopDatabase(folder, 10)),
  disk: ledgerPart(
    (folder) => fillDisk(folder, 10),
    () => (canMakeDisk() ? null : 'a small disk of our own takes root on Linux'),
  ),
  streams: {
    packages: ['postgresql'],
    missing: withoutPostgres,
    run: async (folder) => {
      const { lost, doubled, inOrder } = await breakStreams(join(folder, 'data'), 10_000, 200);
      return { failed: inOrder ? [] : ['replies came out of order'], lost, doubled, steps: [] };
    },
  },
  deploy: ledgerPart((folder) => rollOut(folder)),
  proxy: {
    packages: ['postgresql', 'nginx', 'haproxy', 'openssl'],
    missing: () => (findPostgres() && findProxies() ? null : 'PostgreSQL, nginx or openssl is missing'),
    run: async (folder, print) => {
      const { failed, wrongSums, lost, doubled, steps, ...rest } = await rollBehindNginx(folder, {
        rounds: 3,
        phase: 5_000,
        print,
      });
      print(JSON.stringify(rest));
      return { failed: [...failed, ...wrongSums], lost, doubled, steps };
    },
  },
  backup: {
    packages: ['postgresql'],
    missing: withoutPostgres,
    run: (folder, print) => restoreBackup(folder, { away: 5_000, print }),
  },
  moment: {
    packages: ['postgresql', 'pgbackrest'],
    missing: () => (findPostgres() && findPgbackrest() ? null : 'PostgreSQL or pgBackRest is missing'),
    run: backToAMoment,
  },
  'cluster-kill': clusterPart(
    'the leader’s PostgreSQL is killed',
    'the leader’s machine is killed',
    'switchover',
  ),
  // Never remove this part: it loses writes if `etcd3:` replaces `etcd:`.
  'cluster-freeze': clusterPart('the leader is frozen for 30 s', 'the leader is cut off for 35 s'),
  machines: {
    packages: ['debootstrap', 'systemd-container', 'iproute2', 'util-linux'],
    missing: () =>
      findBareMachines() ? null : 'it must be root, with debootstrap, systemd-nspawn, ip and nsenter',
    run: runBoth,
  },
};
