// Minimal servers for comparison: `constant FILE` answers the same bytes to everything.
// `sql FILE` runs prepared statements through `pg` and returns their rows.
// `fan-out [PEER]` keeps every GET open and writes posted data to all readers of an address, at its peer too.
import { readFileSync } from 'node:fs';
import { Agent, createServer, request as ask, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import pg from 'pg';

/** A statement and the source of its values: a field of the body, a part of the path, or constants. */
export interface Step {
  sql: string;
  values: ({ body: string } | { segment: number } | { value: unknown })[];
}

const [kind = '', file = ''] = process.argv.slice(2);
const server = createServer({ keepAliveTimeout: 60_000 });

if (kind === 'constant') {
  const bytes = readFileSync(file);
  server.on('request', (_, answer) =>
    answer.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': bytes.length }).end(bytes),
  );
} else if (kind === 'fan-out') {
  const topics = new Map<string, Set<ServerResponse>>();
  const agent = new Agent({ keepAlive: true });
  const tellPeer = (address: string, bytes: Buffer) =>
    ask(file + address, { method: 'POST', agent, headers: { 'X-Told': '1' } }, (told) => told.resume()).end(
      bytes,
    );
  server.on('request', (request, answer) => {
    const { url = '', method, headers } = request;
    const readers = topics.get(url) ?? new Set();
    topics.set(url, readers);
    if (method === 'GET') {
      answer.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' });
      answer.write('retry: 1000\n\n');
      readers.add(answer);
      answer.on('close', () => readers.delete(answer));
      return;
    }
    void readBytes(request).then((bytes) => {
      if (file && !headers['x-told']) tellPeer(url, bytes);
      for (const reader of readers) reader.write(bytes);
      answer.writeHead(201, { 'Content-Length': 2 }).end('{}');
    });
  });
} else {
  const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'], max: 20 });
  // One statement, or several with BEGIN and COMMIT; keyed by method, `GET` for any path.
  const calls = JSON.parse(readFileSync(file, 'utf8')) as Record<string, Step[]>;
  server.on('request', (request, answer) => {
    const steps = calls[request.method ?? ''] ?? [];
    answerBy(pool, steps, request).then(
      (text) =>
        answer
          .writeHead(200, {
            'Content-Type': 'application/json',
            'Content-Length': Buffer.byteLength(text),
          })
          .end(text),
      (error: Error) => answer.writeHead(500).end(error.message),
    );
  });
}

async function answerBy(pool: pg.Pool, steps: readonly Step[], request: IncomingMessage): Promise<string> {
  const body = request.method === 'POST' ? await readBody(request) : {};
  const segments = (request.url ?? '').split('/');
  const run = async (executor: pg.Pool | pg.PoolClient) => {
    let row: unknown[] = [];
    for (const [index, { sql, values }] of steps.entries()) {
      const result = await executor.query({
        name: `${request.method}${index}`,
        text: sql,
        values: values.map((source) =>
          'body' in source
            ? body[source.body]
            : 'segment' in source
              ? segments[source.segment]
              : source.value,
        ),
        rowMode: 'array',
      });
      row = result.rows[0] ?? row;
    }
    return typeof row[0] === 'string' ? row[0] : JSON.stringify(row);
  };
  if (steps.length <= 1) return run(pool);
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    const text = await run(client);
    await client.query('COMMIT');
    return text;
  } finally {
    client.release();
  }
}

async function readBytes(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

async function readBody(request: IncomingMessage): Promise<Record<string, unknown>> {
  const text = (await readBytes(request)).toString();
  return text === '' ? {} : (JSON.parse(text) as Record<string, unknown>);
}

server.listen(0, '127.0.0.1', () =>
  console.log(`ready at http://127.0.0.1:${(server.address() as AddressInfo).port}`),
);
