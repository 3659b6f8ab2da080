// Process that runs the jobs of a database, to be killed or to run with a wrong clock.
// Writes to the table `ledger` and prints `begun` before it waits to be killed.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Executor } from '../src/database/database.ts';
import { openPostgres } from '../src/database/postgres.ts';
import { type Job, Jobs } from '../src/jobs/jobs.ts';
import { createLog } from '../src/log/log.ts';
import { answerLooks } from './looks.ts';

const { DATABASE_URL: url = '', NAME: name = '', DOOMED: doomed } = process.env;
const log = createLog('warn');
const database = openPostgres(url, log);
const jobs = new Jobs(database, log, 'Asia/Seoul');

const note = (executor: Executor, kind: string, { id, key }: Job) =>
  executor.change('INSERT INTO ledger (kind, job_id, key, process) VALUES ($1, $2, $3, $4)', [
    kind,
    id,
    key,
    name,
  ]);
const stop = async () => {
  process.stdout.write('begun\n');
  await sleep(3_600_000);
};

jobs.handle('write', {
  async inside(transaction, job) {
    await transaction.rows('SELECT pg_sleep(0.02)');
    await note(transaction, 'write', job);
  },
});
jobs.handle('tick', {
  every: 'hour',
  inside: async (transaction, job) => void (await note(transaction, 'tick', job)),
});
jobs.handle('inside', {
  async inside(transaction, job) {
    await note(transaction, 'inside', job);
    if (doomed) await stop();
  },
});
jobs.handle('outside', {
  async outside(job) {
    await note(database, 'outside', job);
    if (doomed) await stop();
  },
});
answerLooks(jobs, name);
await jobs.start();
process.stdout.write(`ready at http://localhost/, by a clock that says ${new Date().toISOString()}\n`);
