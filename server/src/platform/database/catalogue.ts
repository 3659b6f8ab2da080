import type { Executor } from './database.ts';

/** A table as the database itself describes it. */
export interface Table {
  name: string;
  /** The columns that can be written; generated ones follow from them. */
  columns: string[];
  /** Columns of the primary key; none where the table has no key. */
  key: string[];
  /** Tables that its foreign keys lead to, itself left out. */
  references: string[];
}

export interface ForeignKey {
  table: string;
  name: string;
  /** What stands behind `ADD CONSTRAINT name`. */
  definition: string;
}

/** A trigger of our own that may work; those of foreign keys are the database's. */
export interface Trigger {
  table: string;
  name: string;
  /** What stands between `ALTER TABLE name` and `TRIGGER name` to make it work as it does. */
  enable: 'ENABLE' | 'ENABLE ALWAYS' | 'ENABLE REPLICA';
}

/** Every table, each after all that it refers to, so that rows can be written in this order. */
export async function listTables(executor: Executor): Promise<Table[]> {
  const tables = await executor.rows<Table>(
    `SELECT relname::text AS name,
            ARRAY(SELECT attname::text FROM pg_attribute
                   WHERE attrelid = tables.oid AND attnum > 0 AND NOT attisdropped AND attgenerated = ''
                   ORDER BY attnum) AS columns,
            ARRAY(SELECT attname::text FROM pg_index JOIN pg_attribute ON attrelid = indrelid
                   WHERE indrelid = tables.oid AND indisprimary AND attnum = ANY (indkey::int2[])
                   ORDER BY array_position(indkey::int2[], attnum)) AS key,
            ARRAY(SELECT DISTINCT other.relname::text FROM pg_constraint JOIN pg_class other ON other.oid = confrelid
                   WHERE conrelid = tables.oid AND contype = 'f' AND confrelid <> conrelid) AS references
       FROM pg_class tables
      WHERE relkind IN ('r', 'p') AND NOT relispartition AND relnamespace = current_schema()::regnamespace
      ORDER BY relname`,
  );
  return sortByReferences(tables);
}

/** The foreign keys of these tables, as they were declared. */
export function listForeignKeys(executor: Executor, tables: readonly string[]): Promise<ForeignKey[]> {
  return executor.rows<ForeignKey>(
    `SELECT relname::text AS "table", conname::text AS name, pg_get_constraintdef(pg_constraint.oid) AS definition
       FROM pg_constraint JOIN pg_class ON pg_class.oid = conrelid
      WHERE contype = 'f' AND relnamespace = current_schema()::regnamespace AND relname = ANY ($1::text[])
      ORDER BY relname, conname`,
    [tables],
  );
}

/** The triggers of these tables that are not switched off. */
export function listTriggers(executor: Executor, tables: readonly string[]): Promise<Trigger[]> {
  return executor.rows<Trigger>(
    `SELECT relname::text AS "table", tgname::text AS name,
            CASE tgenabled WHEN 'A' THEN 'ENABLE ALWAYS' WHEN 'R' THEN 'ENABLE REPLICA' ELSE 'ENABLE' END AS enable
       FROM pg_trigger JOIN pg_class ON pg_class.oid = tgrelid
      WHERE NOT tgisinternal AND tgenabled <> 'D'
        AND relnamespace = current_schema()::regnamespace AND relname = ANY ($1::text[])
      ORDER BY relname, tgname`,
    [tables],
  );
}

/** A name of the catalogue as SQL text. */
export function quoteName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

function sortByReferences(tables: readonly Table[]): Table[] {
  const sorted: Table[] = [];
  const rest = new Set(tables);
  while (rest.size > 0) {
    const open = new Set([...rest].map(({ name }) => name));
    const ready = [...rest].filter(({ references }) => !references.some((name) => open.has(name)));
    if (ready.length === 0) throw new Error(`foreign keys in a circle: ${[...open].join(', ')}`);
    for (const table of ready) {
      sorted.push(table);
      rest.delete(table);
    }
  }
  return sorted;
}
