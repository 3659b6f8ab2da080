// Process that publishes and ends planned entries, to be killed or to run with a wrong clock.
// Prints `begun` before it waits to be killed.
import { setTimeout as sleep } from 'node:timers/promises';
import { PUBLISH_ENTRY, publishEntry } from '../src/features/admin/index.ts';
import { AnswerCache } from '../src/http/answer-cache.ts';
import { openPostgres } from '../src/database/postgres.ts';
import { Jobs } from '../src/jobs/jobs.ts';
import { Hub } from '../src/live/hub.ts';
import { createLog } from '../src/log/log.ts';
import { answerLooks } from './looks.ts';

const { DATABASE_URL: url = '', NAME: name = '', DOOMED: doomed } = process.env;
const log = createLog('warn');
const database = openPostgres(url, log);
const jobs = new Jobs(database, log, 'Asia/Seoul');
const cache = new AnswerCache(new Hub(database, log), true);
const streams = { announceEdit() {}, announceVisibility() {} };

jobs.handle(PUBLISH_ENTRY, {
  async inside(transaction, { data }) {
    await publishEntry({ cache, streams }, transaction, data);
    if (!doomed) return;
    process.stdout.write('begun\n');
    await sleep(3_600_000);
  },
});
answerLooks(jobs, name);
await jobs.start();
process.stdout.write(`ready at http://localhost/, by a clock that says ${new Date().toISOString()}\n`);
