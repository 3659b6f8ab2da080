import type { Executor } from '../database/database.ts';

/** Jobs of a kind; `overdue` is for how many seconds the oldest has been due. */
export interface WaitingJobs {
  kind: string;
  waiting: number;
  overdue: number;
  givenUp: number;
}

/** What waits to be done; `oldestMail` is for how many seconds the oldest mail has waited. */
export interface WaitingRow {
  mails: number;
  oldestMail: number;
  jobs: WaitingJobs[];
}

/** Jobs and mails that wait, counted. Both tables are short: what is done leaves them. */
export async function readWaiting(executor: Executor): Promise<WaitingRow> {
  const row = await executor.first<WaitingRow>(
    `SELECT count(*)::int AS mails,
            coalesce(extract(epoch FROM now() - min(created_at)), 0)::float8 AS "oldestMail",
            (SELECT coalesce(json_agg(counted), '[]')
               FROM (SELECT kind, count(due_at)::int AS waiting, count(given_up_at)::int AS "givenUp",
                            greatest(coalesce(extract(epoch FROM now() - min(due_at)), 0), 0)::float8 AS overdue
                       FROM jobs GROUP BY kind) counted) AS jobs
       FROM outbox`,
  );
  return row ?? { mails: 0, oldestMail: 0, jobs: [] };
}
