// The parts of `npm run drill:production`: what each needs from the machine, and what it does.
import { canMakeNamespaces, findCluster, findPostgres, findProxies } from '../../../scripts/system-parts.mjs';
import { drillCluster } from './cluster.ts';
import type { clusterFaults } from './cluster-faults.ts';
import { rollBehindNginx } from './roll-behind-nginx.ts';

/** What a part found. Times in milliseconds. */
export interface PartReport {
  /** Calls that should have been answered well and were not, and whatever else was not as it must be; one line each. */
  failed: readonly string[];
  /** Writes that were acknowledged and are not there, and such that are there twice. */
  lost: number;
  doubled: number;
  /** The longest time without a good answer in each step. */
  steps: readonly { name: string; longestOutage: number }[];
}

export interface ProductionPart {
  /** Debian's packages without which it cannot run: what `missing` looks for. */
  packages: readonly string[];
  /** Why it cannot run on this machine, or null. */
  missing: () => string | null;
  /** Works in an empty folder of its own; takes less than five minutes. */
  run: (folder: string, print: (line: string) => void) => Promise<PartReport>;
}

/** Faults of the database that `deploy/cluster/` makes. */
const clusterPart = (...faults: (keyof typeof clusterFaults)[]): ProductionPart => ({
  packages: ['postgresql', 'patroni', 'etcd-server', 'python3-etcd', 'haproxy', 'iproute2'],
  missing() {
    if (!findPostgres() || !findCluster()) return 'PostgreSQL, Patroni, etcd, HAProxy or iproute2 is missing';
    return canMakeNamespaces() ? null : 'nobody may make network namespaces here';
  },
  run: (folder, print) => drillCluster(folder, faults, print),
});

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
};
