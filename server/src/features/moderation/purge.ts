import type { Database } from '../../platform/database/database.ts';

/** What decided cases are about that was purged. */
const PURGED = `
  SELECT cases.id FROM cases JOIN posts ON posts.id = cases.post_id
    LEFT JOIN replies ON cases.kind = 'reply' AND replies.id = cases.thing_id
   WHERE cases.due_at IS NULL AND cases.author_id IS NOT NULL
     AND (posts.purged_at IS NOT NULL
          OR cases.kind = 'reply' AND (replies.id IS NULL OR replies.purged_at IS NOT NULL))`;

/**
 * Takes out of cases what leads back to a thing that was purged: whose it was, what was said about it, what reporters quoted
 * of it. That there was a case stays.
 */
export async function purgeCases(database: Database): Promise<void> {
  await database.change(
    `WITH gone AS (${PURGED}),
          texts AS (UPDATE case_events SET text = NULL FROM gone WHERE case_id = gone.id),
          asked AS (UPDATE rights_requests SET reason = NULL FROM gone WHERE rights_requests.case_id = gone.id),
          notes AS (UPDATE reports SET note = '' FROM gone WHERE reports.case_id = gone.id)
     UPDATE cases SET author_id = NULL FROM gone WHERE cases.id = gone.id`,
  );
}
