import { RIGHTS_HIDDEN_DAYS } from '@madang/contract/moderation/rights-rules';
import type { Transparency } from '@madang/contract/moderation/schema';
import { CASE_GROUNDS, type CaseGround } from '@madang/contract/moderation/rules';
import type { Executor } from '../../database/database.ts';
import { IS_IN_FORCE } from './cases.ts';

/** Returns counts by month, newest first; omits empty months. */
export function presentTransparency(cases: CaseCount[], requests: RequestCount[]): Transparency {
  const months = new Set([...cases, ...requests].map(({ month }) => month));
  return {
    months: [...months]
      .toSorted()
      .toReversed()
      .map((month) => {
        const here = cases.filter((row) => row.month === month);
        const rights = { received: 0, declined: 0, hidden: 0, upheld: 0, ended: 0 };
        for (const row of requests) if (row.month === month) rights[row.kind] += row.count;
        return {
          month,
          cases: CASE_GROUNDS.filter((ground) => here.some((row) => row.ground === ground)).map((ground) => {
            const counts = { ground, opened: 0, hidden: 0, upheld: 0, restored: 0, appealed: 0 };
            for (const row of here) if (row.ground === ground) counts[row.kind] += row.count;
            return counts;
          }),
          rights,
        };
      }),
  };
}

/** Includes the current month. */
const MONTHS = 12;

/** Longest wait of a request in days; ignores older ones. */
const WAITS_DAYS = 2 * RIGHTS_HIDDEN_DAYS;

/** Begin of the first month; $1 is the time zone. */
const BEGIN = `(date_trunc('month', now() AT TIME ZONE $1::text) - interval '${MONTHS - 1} months') AT TIME ZONE $1::text`;

const monthOf = (column: string) => `to_char(${column} AT TIME ZONE $1::text, 'YYYY-MM')`;

interface CaseCount {
  month: string;
  kind: 'opened' | 'hidden' | 'upheld' | 'restored' | 'appealed';
  ground: CaseGround;
  count: number;
}

/** Counts case events by ground; undecided cases by most frequent reason, or request. */
export const COUNT_CASES = `
  SELECT ${monthOf('at')} AS month, kind,
         coalesce(ground, (SELECT cases.ground FROM cases WHERE id = case_id),
                  (SELECT reason FROM reports WHERE reports.case_id = case_events.case_id
                    GROUP BY reason ORDER BY count(*) DESC, reason LIMIT 1),
                  CASE WHEN EXISTS (SELECT FROM rights_requests WHERE rights_requests.case_id = case_events.case_id)
                    THEN 'rights' ELSE 'other' END) AS ground,
         count(*)::int AS count
    FROM case_events
   WHERE at >= ${BEGIN} AND ${IS_IN_FORCE}
   GROUP BY 1, 2, 3`;

export function countCases(executor: Executor, timeZone: string): Promise<CaseCount[]> {
  return executor.rows<CaseCount>(COUNT_CASES, [timeZone]);
}

interface RequestCount {
  month: string;
  kind: 'received' | 'declined' | 'hidden' | 'upheld' | 'ended';
  count: number;
}

/** Counts request outcomes; never visible targets count only as received. */
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
