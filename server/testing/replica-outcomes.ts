/** How often a replica was read since the server's start, and how often the leader in its place, by why. */
export type ReplicaOutcomes = Readonly<Record<string, number>> & { used: number };

/** Asks a server for them at its `METRICS_PORT`. */
export async function readReplicaOutcomes(metricsPort: number): Promise<ReplicaOutcomes> {
  const answer = await fetch(`http://127.0.0.1:${metricsPort}/metrics`);
  const lines = (await answer.text()).matchAll(
    /^madang_replica_reads_total\{outcome="(\w+)"[^}]*\} (\d+)$/gm,
  );
  return { used: 0, ...Object.fromEntries([...lines].map(([, outcome, count]) => [outcome, Number(count)])) };
}
