import type { Executor } from './database.ts';

/** Rows in memory at once. */
const BATCH = 500;

/** Starts a read-only snapshot; must be the transaction's first statement. */
export async function beginSnapshot(executor: Executor): Promise<void> {
  await executor.change('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY');
}

/**
 * Yields every row as a JSON line, in the same order on every engine. PostgreSQL encodes microseconds and large numbers
 * exactly.
 */
export async function* readLines(
  executor: Executor,
  table: Table,
  columns: readonly string[],
): AsyncGenerator<string[]> {
  const rows = `SELECT ${columns.map(quoteName).join(', ')} FROM ${quoteName(table.name)}`;
  yield* readLinesOf(executor, rows, [], await orderOf(executor, table));
}

/** Like {@link readLines}, for a query of rows `line`. Requires a transaction. */
export async function* readLinesOf(
  executor: Executor,
  query: string,
  values: readonly unknown[],
  order: string,
): AsyncGenerator<string[]> {
  await executor.rows(
    `SELECT set_config('TimeZone', 'UTC', true), set_config('bytea_output', 'hex', true),
            set_config('extra_float_digits', '1', true)`,
  );
  const cursor = 'lines';
  await executor.change(
    `DECLARE ${cursor} NO SCROLL CURSOR FOR
     SELECT to_jsonb(line)::text AS line FROM (${query}) line ORDER BY ${order}`,
    values,
  );
  for (;;) {
    const rows = await executor.rows<{ line: string }>(`FETCH ${BATCH} FROM ${cursor}`);
    if (rows.length === 0) break;
    yield rows.map(({ line }) => line);
  }
  await executor.change(`CLOSE ${cursor}`);
}

/** Inserts the rows of these lines. */
export async function insertLines(
  executor: Executor,
  table: string,
  columns: readonly string[],
  lines: readonly string[],
): Promise<void> {
  const names = columns.map(quoteName).join(', ');
  await executor.change(
    `INSERT INTO ${quoteName(table)} (${names})
     SELECT ${names} FROM jsonb_populate_recordset(NULL::${quoteName(table)}, $1::text::jsonb)`,
    [`[${lines.join(',')}]`],
  );
}

/** Returns the number of rows. */
export async function countRows(executor: Executor, table: string): Promise<number> {
  const row = await executor.first<{ count: number }>(`SELECT count(*) AS count FROM ${quoteName(table)}`);
  return row?.count ?? 0;
}

/**
 * Locks these tables exclusively until the transaction ends.
 *
 * @throws {DatabaseError} 55P03 if another transaction holds one for five seconds.
 */
export async function lockTables(executor: Executor, tables: readonly string[]): Promise<void> {
  await executor.rows(`SELECT set_config('lock_timeout', '5s', true)`);
  await executor.change(`LOCK TABLE ${tables.map(quoteName).join(', ')} IN ACCESS EXCLUSIVE MODE`);
}

/**
 * Runs `load` without foreign keys and checks them afterwards: replies may precede parents, and it is faster.
 *
 * @throws {DatabaseError} 23503 when the rows do not fit together.
 */
export async function withoutForeignKeys(
  executor: Executor,
  tables: readonly string[],
  load: () => Promise<void>,
): Promise<void> {
  const keys = await listForeignKeys(executor, tables);
  for (const { table, name } of keys)
    await executor.change(`ALTER TABLE ${quoteName(table)} DROP CONSTRAINT ${quoteName(name)}`);
  await load();
  for (const { table, name, definition } of keys)
    await executor.change(`ALTER TABLE ${quoteName(table)} ADD CONSTRAINT ${quoteName(name)} ${definition}`);
}

/**
 * Runs `load` with triggers disabled: restored rows include their effects. By name, because `session_replication_role`
 * requires a superuser and skips ENABLE ALWAYS.
 */
export async function withoutTriggers(
  executor: Executor,
  tables: readonly string[],
  load: () => Promise<void>,
): Promise<void> {
  const triggers = await listTriggers(executor, tables);
  for (const { table, name } of triggers)
    await executor.change(`ALTER TABLE ${quoteName(table)} DISABLE TRIGGER ${quoteName(name)}`);
  await load();
  for (const { table, name, enable } of triggers)
    await executor.change(`ALTER TABLE ${quoteName(table)} ${enable} TRIGGER ${quoteName(name)}`);
}

/** Returns the key order, texts by bytes; without a key, the whole line. */
async function orderOf(executor: Executor, table: Table): Promise<string> {
  if (table.key.length === 0) return 'to_jsonb(line)::text COLLATE "C"';
  const collatable = await executor.rows<{ name: string }>(
    `SELECT attname::text AS name FROM pg_attribute
      WHERE attrelid = $1::regclass AND attcollation <> 0 AND attname = ANY ($2::text[])`,
    [quoteName(table.name), table.key],
  );
  const texts = new Set(collatable.map(({ name }) => name));
  return table.key
    .map((name) => `line.${quoteName(name)}${texts.has(name) ? ' COLLATE "C"' : ''}`)
    .join(', ');
}

/** A table from the system catalogue. */
export interface Table {
  name: string;
  /** Writable columns, without generated ones. */
  columns: string[];
  /** Primary key columns; empty without a key. */
  key: string[];
  /** Tables referenced by its foreign keys, without itself. */
  references: string[];
}

interface ForeignKey {
  table: string;
  name: string;
  /** Text after `ADD CONSTRAINT name`. */
  definition: string;
}

/** An enabled trigger; excludes internal ones of foreign keys. */
interface Trigger {
  table: string;
  name: string;
  /** Text between `ALTER TABLE name` and `TRIGGER name` that restores its mode. */
  enable: 'ENABLE' | 'ENABLE ALWAYS' | 'ENABLE REPLICA';
}

/** Returns all tables in insertion order, each after those it references. */
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

function listForeignKeys(executor: Executor, tables: readonly string[]): Promise<ForeignKey[]> {
  return executor.rows<ForeignKey>(
    `SELECT relname::text AS "table", conname::text AS name, pg_get_constraintdef(pg_constraint.oid) AS definition
       FROM pg_constraint JOIN pg_class ON pg_class.oid = conrelid
      WHERE contype = 'f' AND relnamespace = current_schema()::regnamespace AND relname = ANY ($1::text[])
      ORDER BY relname, conname`,
    [tables],
  );
}

/** Returns the enabled triggers of these tables. */
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

function quoteName(name: string): string {
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
