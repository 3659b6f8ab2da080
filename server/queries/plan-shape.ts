import type { Database, Executor } from '../src/database/database.ts';

interface Node {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Scan Direction'?: string;
  'CTE Name'?: string;
  Plans?: Node[];
}

/** Nodes that do not affect how rows are found and differ between PostgreSQL versions. */
const PASSING = new Set(['Memoize', 'Result', 'Materialize', 'Subquery Scan', 'Hash']);

/** Returns the plan for these values: one line per node, indented by depth. */
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

/**
 * Returns the generic plan, which ignores the values.
 * PostgreSQL uses it after five executions on a connection if it seems no more expensive.
 */
export function readGenericShape(database: Database, sql: string): Promise<string[]> {
  const values = Math.max(0, ...[...sql.matchAll(/\$(\d+)/g)].map(([, number]) => Number(number)));
  return database.transaction(async (transaction) => {
    await transaction.change("SET LOCAL plan_cache_mode = 'force_generic_plan'");
    await transaction.change(`PREPARE asked AS ${sql}`);
    const given = values === 0 ? '' : `(${Array.from({ length: values }, () => 'NULL').join(', ')})`;
    const shape = await readShape(transaction, `EXECUTE asked${given}`, []);
    await transaction.change('DEALLOCATE asked');
    return shape;
  });
}

/**
 * Returns the lines with a cost that grows with the table: sequential scans, bitmaps, and sorts of more than a page.
 * The few dozen buildings fit on one disk page, so a sequential scan is fastest.
 */
export function slowLines(shape: readonly string[]): string[] {
  const depth = (line: string) => line.length - line.trimStart().length;
  return shape.filter((line, index) => {
    if (!/Seq Scan|Sort|Bitmap/.test(line) || line.endsWith('on buildings')) return false;
    const end = shape.findIndex((other, place) => place > index && depth(other) <= depth(line));
    const below = shape.slice(index + 1, end < 0 ? undefined : end);
    // Limited before the sort; a limit deeper inside, on lookups per row, does not count.
    const found = below.findIndex((other) => other.includes('Scan') && !other.endsWith('on buildings'));
    const cut = below.findIndex((other) => other.trim() === 'Limit');
    return !(line.trim() === 'Sort' && cut >= 0 && cut < found);
  });
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
