import type { Database, Executor } from '../src/platform/database/database.ts';

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

/**
 * What PostgreSQL would do for this query without a look at its values, which it falls back on once a connection
 * has asked it five times and this plan promises to cost no more.
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
 * The lines of a shape that grow with the table: sequential scans, bitmaps, and sorts of more than a page. The few
 * dozen buildings are one page of the disk: nothing is faster than to read it whole.
 */
export function slowLines(shape: readonly string[]): string[] {
  const depth = (line: string) => line.length - line.trimStart().length;
  return shape.filter((line, index) => {
    if (!/Seq Scan|Sort|Bitmap/.test(line) || line.endsWith('on buildings')) return false;
    const end = shape.findIndex((other, place) => place > index && depth(other) <= depth(line));
    const below = shape.slice(index + 1, end < 0 ? undefined : end);
    // Cut before it is sorted: a limit further in, of what is looked up for each row, cuts nothing.
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
