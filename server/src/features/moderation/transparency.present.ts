import type { Transparency } from '@madang/contract/moderation/rights-schema';
import { CASE_GROUNDS } from '@madang/contract/moderation/rules';
import type { CaseCount, RequestCount } from './transparency.queries.ts';

/** The counts by month, newest first, and by ground in the order of the list; months without any are left out. */
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
