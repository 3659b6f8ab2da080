import { RIGHTS_HIDDEN_DAYS } from '@madang/contract/moderation/rights-rules';
import type { CaseGround } from '@madang/contract/moderation/rules';
import type { Executor } from '../../platform/database/database.ts';
import { STANDS } from './undo.queries.ts';

/** How many months are counted, the present one included. */
const MONTHS = 12;

/** A request can wait for people for a while; what was confirmed longer before the first month is looked at no more. */
const WAITS_DAYS = 2 * RIGHTS_HIDDEN_DAYS;

/** When the first of the months begins where $1 is the time zone. */
const BEGIN = `(date_trunc('month', now() AT TIME ZONE $1::text) - interval '${MONTHS - 1} months') AT TIME ZONE $1::text`;

const monthOf = (column: string) => `to_char(${column} AT TIME ZONE $1::text, 'YYYY-MM')`;

export interface CaseCount {
  month: string;
  kind: 'opened' | 'hidden' | 'upheld' | 'restored' | 'appealed';
  ground: CaseGround;
  count: number;
}

/** What happened to cases; one that is not decided counts under what most of its reports say, or under its request. */
export const COUNT_CASES = `
  SELECT ${monthOf('at')} AS month, kind,
         coalesce(ground, (SELECT cases.ground FROM cases WHERE id = case_id),
                  (SELECT reason FROM reports WHERE reports.case_id = case_events.case_id
                    GROUP BY reason ORDER BY count(*) DESC, reason LIMIT 1),
                  CASE WHEN EXISTS (SELECT FROM rights_requests WHERE rights_requests.case_id = case_events.case_id)
                    THEN 'rights' ELSE 'other' END) AS ground,
         count(*)::int AS count
    FROM case_events
   WHERE at >= ${BEGIN} AND ${STANDS}
   GROUP BY 1, 2, 3`;

export function countCases(executor: Executor, timeZone: string): Promise<CaseCount[]> {
  return executor.rows<CaseCount>(COUNT_CASES, [timeZone]);
}

export interface RequestCount {
  month: string;
  kind: 'received' | 'declined' | 'hidden' | 'upheld' | 'ended';
  count: number;
}

/** What became of requests; what was never to be seen was received, and nothing else. */
export const COUNT_REQUESTS = `
  SELECT ${monthOf('at')} AS month, kind, count(*)::int AS count
    FROM rights_requests,
         LATERAL (VALUES ('received', confirmed_at), ('hidden', hidden_at),
                         (CASE WHEN state <> 'ended' OR hidden_at IS NOT NULL THEN state END, closed_at)) AS step (kind, at)
   WHERE confirmed_at >= ${BEGIN} - interval '${WAITS_DAYS} days' AND at >= ${BEGIN} AND kind IS NOT NULL
   GROUP BY 1, 2`;

export function countRequests(executor: Executor, timeZone: string): Promise<RequestCount[]> {
  return executor.rows<RequestCount>(COUNT_REQUESTS, [timeZone]);
}
