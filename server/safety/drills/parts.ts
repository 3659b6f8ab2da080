// The parts of `npm run drill:production`: what each needs from the machine, and what it does.
import {
  canMakeNamespaces,
  findCluster,
  findPgbackrest,
  findPostgres,
  findPrometheus,
  findProxies,
  findSwift,
} from '../../../scripts/system-parts.mjs';
import { fireAlerts } from './alerts.ts';
import { archiveCluster, leaveGap } from './archive-cluster.ts';
import { breakStore } from './break-store.ts';
import { drillCluster } from './cluster.ts';
import type { clusterFaults } from './cluster-faults.ts';
import { findContainerTools, runContainer } from './container.ts';
import { loseDatabase } from './lose-database.ts';
import { loseStore } from './lose-store.ts';
import { runClusterMachines } from './machines/cluster-machines.ts';
import { backToAMoment } from './moment.ts';
import { findBareMachines, runTwoMachines } from './machines/two-machines.ts';
import { rollBehindNginx } from './roll-behind-nginx.ts';
import type { PartReport } from './part-report.ts';
import { restoreBackup } from './restore-backup.ts';
import { canMakeDisk } from './small-disk.ts';
import { killOneCampus } from './two-campuses.ts';

export type { PartReport };

export interface ProductionPart {
  /** Debian's packages without which it cannot run: what `missing` looks for. */
  packages: readonly string[];
  /** Why it cannot run on this machine, or null. */
  missing: () => string | null;
  /** Works in an empty folder of its own; takes less than five minutes. */
  run: (folder: string, print: (line: string) => void) => Promise<PartReport>;
}

const SWIFT_PACKAGES = ['swift-proxy', 'swift-account', 'swift-container', 'swift-object', 'memcached'];

const CLUSTER_PACKAGES = ['postgresql', 'patroni', 'etcd-server', 'python3-etcd', 'haproxy', 'iproute2'];

/** Faults of the database that `deploy/cluster/` makes. */
const clusterPart = (...faults: (keyof typeof clusterFaults)[]): ProductionPart => ({
  packages: CLUSTER_PACKAGES,
  missing: findMissingOfCluster,
  run: (folder, print) => drillCluster(folder, faults, print),
});

/** What is done to such nodes while their log goes to an S3 store. */
const archivePart = (run: ProductionPart['run']): ProductionPart => ({
  packages: [...CLUSTER_PACKAGES, 'pgbackrest', ...SWIFT_PACKAGES, 'openssl'],
  missing: () =>
    findPgbackrest() && findSwift() ? findMissingOfCluster() : 'pgBackRest or Swift is missing',
  run,
});

function findMissingOfCluster(): string | null {
  if (!findPostgres() || !findCluster()) return 'PostgreSQL, Patroni, etcd, HAProxy or iproute2 is missing';
  return canMakeNamespaces() ? null : 'nobody may make network namespaces here';
}

export const productionParts: Readonly<Record<string, ProductionPart>> = {
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
  alerts: {
    packages: ['postgresql', 'prometheus', 'openssl'],
    missing: () => {
      if (!canMakeDisk()) return 'a small disk of our own takes root on Linux';
      return findPostgres() && findPrometheus() ? null : 'PostgreSQL or Prometheus is missing';
    },
    run: fireAlerts,
  },
  backup: {
    packages: ['postgresql'],
    missing: () => (findPostgres() ? null : 'PostgreSQL is missing'),
    run: (folder, print) => restoreBackup(folder, { away: 5_000, print }),
  },
  moment: {
    packages: ['postgresql', 'pgbackrest'],
    missing: () => (findPostgres() && findPgbackrest() ? null : 'PostgreSQL or pgBackRest is missing'),
    run: backToAMoment,
  },
  'moment-in-place': {
    packages: ['postgresql', 'pgbackrest'],
    missing: () => (findPostgres() && findPgbackrest() ? null : 'PostgreSQL or pgBackRest is missing'),
    run: loseDatabase,
  },
  'moment-store': {
    packages: ['postgresql', 'pgbackrest', ...SWIFT_PACKAGES, 'openssl'],
    missing: () =>
      findPostgres() && findPgbackrest() && findSwift() ? null : 'PostgreSQL, pgBackRest or Swift is missing',
    run: loseStore,
  },
  pictures: {
    packages: ['postgresql', ...SWIFT_PACKAGES],
    missing: () => (findPostgres() && findSwift() ? null : 'PostgreSQL or Swift is missing'),
    run: (folder, print) => breakStore(folder, { away: 8_000, print }),
  },
  campuses: {
    packages: ['postgresql', 'nginx', 'haproxy', 'openssl'],
    missing: () => (findPostgres() && findProxies() ? null : 'PostgreSQL, nginx or openssl is missing'),
    run: (folder, print) => killOneCampus(folder, { away: 8_000, print }),
  },
  'cluster-kill': clusterPart(
    'the leader’s PostgreSQL is killed',
    'the leader’s machine is killed',
    'switchover',
  ),
  // The one that must never leave: with etcd3: in place of etcd: it loses writes.
  'cluster-freeze': clusterPart('the leader is frozen for 30 s', 'the leader is cut off for 35 s'),
  'cluster-etcd': clusterPart(
    'etcd’s leader is killed',
    'etcd has no quorum for 20 s',
    'the synchronous standby is cut off for 30 s',
    'a replica is lost and made anew',
  ),
  'cluster-archive': archivePart(archiveCluster),
  'cluster-gap': archivePart(leaveGap),
  machines: {
    packages: ['debootstrap', 'systemd-container', 'iproute2', 'util-linux'],
    missing: () =>
      findBareMachines() ? null : 'it must be root, with debootstrap, systemd-nspawn, ip and nsenter',
    run: runTwoMachines,
  },
  'cluster-machines': {
    packages: ['debootstrap', 'systemd-container', 'iproute2', 'util-linux'],
    missing: () =>
      findBareMachines() ? null : 'it must be root, with debootstrap, systemd-nspawn, ip and nsenter',
    run: runClusterMachines,
  },
  container: {
    packages: ['podman', 'podman-compose', 'buildah', 'crun', 'debootstrap', 'postgresql'],
    missing: () =>
      findContainerTools() && findPostgres()
        ? null
        : 'it must be root, with podman, podman-compose, buildah, crun, debootstrap and PostgreSQL',
    run: runContainer,
  },
};
