import pg from 'pg';

/** Timeout in milliseconds: a server that just started is slow. */
const CONNECT_TIMEOUT = 5_000;
/** Oldest supported PostgreSQL, as `server_version_num`. */
const OLDEST = 150_000;

/** Reason why Madang cannot use a PostgreSQL, and its remedy. */
export interface Misfit {
  text: string;
  todo: string;
}

interface Facts {
  version: string;
  number: number;
  replica: boolean;
  readOnly: boolean;
  encoding: string;
  name: string;
}

/**
 * Returns why Madang cannot use this PostgreSQL, or null. Simple read-only queries pass every pooler.
 *
 * @throws {Error} the driver's, if unreachable or access is denied.
 */
export async function inspectPostgres(url: string): Promise<Misfit | null> {
  const [one, other] = [connectionTo(url), connectionTo(url)];
  try {
    await one.connect();
    await other.connect();
    return (await findSharing(one, other)) ?? judge(await readFacts(one));
  } finally {
    await Promise.all([one, other].map((client) => client.end().catch(() => {})));
  }
}

function connectionTo(url: string): pg.Client {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: CONNECT_TIMEOUT,
    query_timeout: CONNECT_TIMEOUT,
    application_name: 'madang-inspect',
  });
  // A broken connection fails its query; unhandled, it ends the process.
  client.on('error', () => {});
  return client;
}

/** Detects poolers in transaction mode, also round-robin: two connections share backends. */
async function findSharing(one: pg.Client, other: pg.Client): Promise<Misfit | null> {
  const [mine, theirs] = [await backendOf(one), await backendOf(other)];
  let shared = mine === theirs;
  for (const client of [other, one, one, other, other, one]) {
    if (shared) break;
    shared = (await backendOf(client)) !== (client === one ? mine : theirs);
  }
  if (!shared) return null;
  return {
    text: 'a pooler in transaction mode stands before PostgreSQL, and Madang needs connections of its own',
    todo: 'name PostgreSQL itself, or set pool_mode = session there',
  };
}

/** Adds the start time: process ids repeat across machines. */
async function backendOf(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ backend: string }>(
    `SELECT pg_backend_pid() || ' since ' || pg_postmaster_start_time() AS backend`,
  );
  return rows[0]?.backend ?? '';
}

async function readFacts(client: pg.Client): Promise<Facts | undefined> {
  const { rows } = await client.query<Facts>(
    `SELECT current_setting('server_version') AS version,
            current_setting('server_version_num')::int AS number,
            pg_is_in_recovery() AS replica,
            current_setting('transaction_read_only') = 'on' AS "readOnly",
            current_setting('server_encoding') AS encoding,
            current_database() AS name`,
  );
  return rows[0];
}

function judge(facts: Facts | undefined): Misfit | null {
  if (!facts) return null;
  const { version, number, replica, readOnly, encoding, name } = facts;
  if (number < OLDEST)
    return { text: `this is PostgreSQL ${version}`, todo: 'update PostgreSQL to 15 or newer' };
  if (replica)
    return { text: 'this is a read replica, which takes no writes', todo: 'name the primary server' };
  if (readOnly)
    return {
      text: `the database ${name} takes no writes (default_transaction_read_only is on)`,
      todo: 'turn that off for this database and user',
    };
  if (encoding !== 'UTF8')
    return {
      text: `the database ${name} has the encoding ${encoding}, which cannot hold every text`,
      todo: "create it again: CREATE DATABASE … TEMPLATE template0 ENCODING 'UTF8' LOCALE 'C.UTF-8'",
    };
  return null;
}

/** Remedies by SQLSTATE or network error code. */
const ADVICE: readonly [RegExp, string][] = [
  [/^28/, 'create that user, or correct user and password in the address'],
  [/^3D000$/, "create it with ENCODING 'UTF8' LOCALE 'C.UTF-8', or correct the name in the address"],
  [/^42501$/, 'make this user the owner of the database'],
  [/^53300$/, 'raise max_connections, or end what holds them'],
  [/^55P03$/, 'something holds its tables, such as a backup; start again when that is done'],
  [/^57P03$/, 'wait until it has started, then start again'],
];

/** Returns the failure in one line, without password, and its remedy. */
export function explainPostgresFailure(error: unknown): Misfit {
  const { code = '', message } = describeFailure(error);
  const todo = ADVICE.find(([pattern]) => pattern.test(code))?.[1];
  return {
    text: message.replaceAll(/\s+/g, ' ').trim(),
    todo: todo ?? 'see that PostgreSQL runs and that the address is right',
  };
}

/** With several addresses the driver's message is empty; each has an error. */
function describeFailure(error: unknown): { code?: string | undefined; message: string } {
  if (!(error instanceof Error)) return { message: String(error) };
  // Message of the driver if the server requires a missing password.
  if (error.message.includes('client password must be a string'))
    return { code: '28P01', message: 'PostgreSQL asks for a password, and the address has none' };
  const code = 'code' in error ? String(error.code) : undefined;
  if (error.message !== '') return { code, message: error.message };
  const parts: unknown[] = error instanceof AggregateError ? error.errors : [];
  return { code, message: parts.map((part) => (part as Error).message).join(', ') || String(code) };
}
