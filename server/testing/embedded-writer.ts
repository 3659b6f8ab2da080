// Process that a test kills: opens the data folder, inserts rows and prints each acknowledged one.
import { openEmbedded } from '../src/database/embedded.ts';
import { createLog } from '../src/log/log.ts';

const database = await openEmbedded(process.argv[2] ?? '', createLog('silent'));
await database.change('CREATE TABLE IF NOT EXISTS ledger (number integer PRIMARY KEY, text text NOT NULL)');
const last = await database.first<{ number: number }>(
  'SELECT coalesce(max(number), 0)::int AS number FROM ledger',
);
for (let number = (last?.number ?? 0) + 1; ; number += 1) {
  await database.change('INSERT INTO ledger VALUES ($1, $2)', [number, `row ${number}`]);
  process.stdout.write(`${number}\n`);
}
