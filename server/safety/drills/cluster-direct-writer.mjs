// Writes to its own table on one PostgreSQL without HAProxy; prints each acknowledgement as a line `{"id":…,"at":…}`.
// Runs on the machine of a leader that will be frozen or cut off.
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

const [, , name] = process.argv;
for (let number = 0; ;) {
  const client = new pg.Client({
    connectionString: process.env.DATABASE_URL,
    connectionTimeoutMillis: 1_000,
    query_timeout: 60_000,
  });
  client.on('error', () => {});
  try {
    await client.connect();
    for (;;) {
      number += 1;
      const id = `${name}-${number}`;
      await client.query('INSERT INTO direct_writes (id) VALUES ($1)', [id]);
      process.stdout.write(`${JSON.stringify({ id, at: Date.now() })}\n`);
      await sleep(5);
    }
  } catch {
    // A replica or no server: tries again.
    await client.end().catch(() => {});
    await sleep(50);
  }
}
