import pg from 'pg';
import { inject } from 'vitest';

/** Creates an empty database on the cluster of the tests; returns its URL and a client. */
export async function openBeside(name: string): Promise<{ url: string; client: pg.Client }> {
  const admin = new pg.Client({ connectionString: inject('template') });
  await admin.connect();
  await admin.query(`CREATE DATABASE ${name} TEMPLATE template0`);
  await admin.end();
  const url = new URL(inject('template'));
  url.pathname = `/${name}`;
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  return { url: url.href, client };
}
