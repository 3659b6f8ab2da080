import { setTimeout as sleep } from 'node:timers/promises';
import type { ClusterNodes } from '../../testing/cluster-nodes.ts';
import type { NodeNumber } from '../../testing/cluster-settings.ts';
import { signal } from '../../testing/cluster-network.ts';

export interface ClusterFault {
  /** Longest allowed time without an acknowledged write, in milliseconds. */
  bound: number;
  /** Longest allowed time until three nodes are healthy again. */
  timeout?: number;
  /** Writes directly to the node that was the leader. */
  oldLeader?: boolean;
  /** Makes the fault, waits, and repairs it. */
  make(cluster: ClusterNodes, nodes: Record<'leader' | 'standby', NodeNumber>): Promise<void>;
}

const seconds = (count: number) => sleep(count * 1_000);

/** Faults of a cluster and their bounds. */
export const clusterFaults = {
  'the leader’s PostgreSQL is killed': {
    bound: 10_000,
    async make(cluster, { leader }) {
      signal(cluster.postgresOf(leader).slice(0, 1), 'SIGKILL');
      await seconds(8);
    },
  },
  'the leader’s machine is killed': {
    bound: 30_000,
    async make(cluster, { leader }) {
      cluster.killNode(leader);
      await seconds(27);
      cluster.startNode(leader);
    },
  },
  'the leader is frozen for 30 s': {
    bound: 30_000,
    oldLeader: true,
    async make(cluster, { leader }) {
      const frozen = [cluster.processOf('patroni', leader), ...cluster.postgresOf(leader)];
      signal(frozen, 'SIGSTOP');
      await seconds(30);
      signal(frozen, 'SIGCONT');
      await seconds(3);
    },
  },
  'the leader is cut off for 35 s': {
    bound: 35_000,
    oldLeader: true,
    timeout: 90_000,
    async make(cluster, { leader }) {
      cluster.cut(leader);
      await seconds(35);
      cluster.restore(leader);
      await seconds(3);
    },
  },
  switchover: {
    bound: 5_000,
    async make(cluster, { leader, standby }) {
      const [from, to] = [leader, standby].map((node) => cluster.nameOf(node));
      await cluster.patronictl('switchover', '--master', from ?? '', '--candidate', to ?? '', '--force');
      await seconds(3);
    },
  },
} satisfies Record<string, ClusterFault>;
