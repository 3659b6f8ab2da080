import pg from 'pg';
import { beforeAll, expect, test } from 'vitest';
import { addressOf, openTestDatabase } from '../testing/test-database.ts';
import { type Property, readCalls, type SqlCall } from './read-calls.ts';

/* PostgreSQL prepares every constant statement in server/src and returns its columns; no statement runs.
   Nullability is compared for columns of tables, not for expressions. A test that fails for a new
   nullable column needs `| null` in the row type, or a line with the reason in NEVER_NULL. */

/** Nullable columns that a condition or an invariant keeps from being null, by file. */
const NEVER_NULL = [
  // The state is 'shown'.
  'features/bulletin/bulletin.ts: shown_at may be null',
  // Conditions include `hidden_at IS NOT NULL`; hiding a target sets its ground.
  'features/moderation/own-cases.ts: ground may be null',
  'features/moderation/own-cases.ts: hidden_at may be null',
  // A constraint requires it for the kind 'account'.
  'features/moderation/retained-records.ts: former_id may be null',
  // The statement sets it.
  'features/moderation/rights-rows.ts: due_at may be null',
  // Conditions on the column exclude null.
  'features/notifications/push-deliveries.ts: push_id may be null',
  'features/admin/entry-rows.ts: picture_mark may be null',
  'features/places/crowd-reports.ts: crowd may be null',
  'features/posts/uploads.ts: path may be null',
];

/** Number of calls with a statement that is only known at run time, by file. */
const AT_RUN_TIME = {
  'features/places/crowd-reports.ts': 1,
  'operator/backup/restore.ts': 1,
  'operator/backup/verify.ts': 4,
  'database/database.ts': 1,
  'database/migrate.ts': 5,
  'database/postgres.ts': 2,
  'database/shared-database.ts': 2,
  'database/table-lines.ts': 8,
};

/** A column of a result; `table` and `number` are 0 for an expression. */
interface Column {
  name: string;
  type: number;
  table: number;
  number: number;
}

/** Column of a table. */
interface Stored {
  table: string;
  nullable: boolean;
}

let calls: SqlCall[];
const mismatches = new Set<string>();
const nullable = new Set<string>();

beforeAll(async () => {
  calls = readCalls();
  const { database } = await openTestDatabase();
  const client = new pg.Client({ connectionString: await addressOf(database) });
  await client.connect();
  const stored = new Map(
    (
      await database.rows<Stored & { id: string }>(
        `SELECT attrelid || ' ' || attnum AS id, attrelid::regclass::text AS table, NOT attnotnull AS nullable
           FROM pg_attribute WHERE attnum > 0`,
      )
    ).map((row) => [row.id, row]),
  );
  for (const { place, statements, row } of calls)
    for (const sql of statements) {
      const columns = await describeStatement(client, sql).catch((error: Error) => error);
      if (columns instanceof Error) mismatches.add(`${place}: ${columns.message}`);
      // The columns of a cursor are those of its query.
      else if (row && !sql.startsWith('FETCH')) {
        for (const text of compareColumns(columns, row)) mismatches.add(`${place}: ${text}`);
        for (const name of listNullable(columns, row, sql, stored))
          nullable.add(`${place.replace(/:\d+$/, '')}: ${name} may be null`);
      }
    }
  await client.end();
  await database.close();
});

test('row types: each statement returns exactly the declared columns', () => {
  expect([...mismatches]).toEqual([]);
});

test('row types: nullable columns have nullable properties unless listed', () => {
  expect([...nullable].sort()).toEqual([...NEVER_NULL].sort());
});

test('row types: all statements are constant except those of the listed files', () => {
  const counts: Record<string, number> = {};
  for (const { place, statements } of calls) {
    const file = place.replace(/:\d+$/, '');
    if (statements.length === 0) counts[file] = (counts[file] ?? 0) + 1;
  }
  expect(counts).toEqual(AT_RUN_TIME);
});

function compareColumns(columns: readonly Column[], row: readonly Property[]): string[] {
  const declared = new Map(row.map((property) => [property.name, property]));
  const names = new Set(columns.map(({ name }) => name));
  return [
    ...row
      .filter(({ name, optional }) => !optional && !names.has(name))
      .map(({ name }) => `no column ${name}`),
    ...columns.flatMap(({ name, type }) => {
      const property = declared.get(name);
      if (!property) return [`no property ${name}`];
      const kind = KINDS[type] ?? 'string';
      return [kind, 'any'].includes(property.kind) || kind === 'any'
        ? []
        : [`${name} is ${kind}, but declared ${property.kind}`];
    }),
  ];
}

/** Returns non-null properties whose column is nullable or only outer-joined. */
function listNullable(
  columns: readonly Column[],
  row: readonly Property[],
  sql: string,
  stored: ReadonlyMap<string, Stored>,
): string[] {
  const strict = new Set(row.filter((property) => !property.nullable).map(({ name }) => name));
  return columns
    .filter(({ name, table, number }) => {
      const column = stored.get(`${table} ${number}`);
      if (!column || !strict.has(name)) return false;
      const joined = String.raw`${column.table}\b(?!\.)`;
      const outer = new RegExp(String.raw`\b(?:LEFT|FULL) JOIN ${joined}`);
      const inner = new RegExp(String.raw`(?:\b(?:FROM|INTO|UPDATE|USING|(?<!LEFT |FULL )JOIN)|,) ${joined}`);
      return column.nullable || (outer.test(sql) && !inner.test(sql));
    })
    .map(({ name }) => name);
}

/** Results of the driver's parsers by type; other types become strings. */
const KINDS: Readonly<Record<number, string>> = {
  16: 'boolean',
  17: 'Buffer',
  20: 'number',
  21: 'number',
  23: 'number',
  26: 'number',
  114: 'any',
  700: 'number',
  701: 'number',
  1000: 'boolean[]',
  1001: 'Buffer[]',
  1005: 'number[]',
  1007: 'number[]',
  1009: 'string[]',
  1015: 'string[]',
  1016: 'string[]',
  1082: 'Date',
  1114: 'Date',
  1182: 'Date[]',
  1184: 'Date',
  1185: 'Date[]',
  1186: 'object',
  2951: 'string[]',
  3802: 'any',
};

interface Field {
  name: string;
  dataTypeID: number;
  tableID: number;
  columnID: number;
}

/** Prepares a statement and returns its columns. */
function describeStatement(client: pg.Client, text: string): Promise<Column[]> {
  return new Promise((resolve, reject) => {
    let columns: Column[] = [];
    const statement = {
      submit(connection: pg.Connection) {
        connection.parse({ name: '', text, types: [] }, true);
        connection.describe({ type: 'S', name: '' }, true);
        connection.sync();
      },
      handleRowDescription({ fields }: { fields: Field[] }) {
        columns = fields.map(({ name, dataTypeID, tableID, columnID }) => ({
          name,
          type: dataTypeID,
          table: tableID,
          number: columnID,
        }));
      },
      handleReadyForQuery: () => resolve(columns),
      handleError: reject,
    };
    client.query(statement);
  });
}
