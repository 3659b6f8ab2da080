import type { Executor } from '../src/platform/database/database.ts';

interface Node {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Scan Direction'?: string;
  'CTE Name'?: string;
  Plans?: Node[];
}

/** Nodes that say nothing of how rows are found, and come and go with PostgreSQL's versions. */
const PASSING = new Set(['Memoize', 'Result', 'Materialize', 'Subquery Scan', 'Hash']);

/** What PostgreSQL would do for this query with these values: one line a node, deeper ones further in. */
export async function readShape(
  executor: Executor,
  sql: string,
  values: readonly unknown[],
): Promise<string[]> {
  const row = await executor.first<{ 'QUERY PLAN': { Plan: Node }[] }>(
    `EXPLAIN (FORMAT JSON) ${sql}`,
    values,
  );
  const [plan] = row?.['QUERY PLAN'] ?? [];
  return plan ? describe(plan.Plan, 0) : [];
}

function describe(node: Node, depth: number): string[] {
  const {
    'Node Type': type,
    'Relation Name': table,
    'Index Name': index,
    'Scan Direction': direction,
  } = node;
  const passing = PASSING.has(type);
  const backward = direction === 'Backward' ? ' Backward' : '';
  const line = [
    '  '.repeat(depth) + type + backward,
    index && `using ${index}`,
    (table ?? node['CTE Name']) && `on ${table ?? node['CTE Name']}`,
  ];
  return [
    ...(passing ? [] : [line.filter(Boolean).join(' ')]),
    ...(node.Plans ?? []).flatMap((inner) => describe(inner, passing ? depth : depth + 1)),
  ];
}
