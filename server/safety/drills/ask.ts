import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Cluster } from '../../testing/postgres-cluster.ts';

/** Returns the column `value` of a query's result. */
export async function ask(
  cluster: Pick<Cluster, 'urlOf'> | undefined,
  query: string,
  database = 'madang',
): Promise<string[]> {
  const client = new pg.Client({ connectionString: cluster?.urlOf(database) });
  await client.connect();
  try {
    const { rows } = await client.query<{ value: string }>(query);
    return rows.map(({ value }) => value);
  } finally {
    await client.end();
  }
}

/** Waits until the condition holds; fails after `timeout` milliseconds. */
export async function until(what: string, come: () => Promise<boolean>, timeout = 60_000): Promise<void> {
  for (const end = Date.now() + timeout; !(await come());) {
    if (Date.now() > end) throw new Error(`${what} never came`);
    await sleep(200);
  }
}

/** True once a restored cluster has reached its target time. */
export const isOpen = async (cluster: Pick<Cluster, 'urlOf'> | undefined): Promise<boolean> =>
  (await ask(cluster, 'SELECT pg_is_in_recovery()::text AS value'))[0] === 'false';
