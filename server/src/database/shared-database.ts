import { chmod, rm } from 'node:fs/promises';
import { connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import type { Logger } from '../log/log.ts';
import { DatabaseError, type Database, type Executor, type Transaction } from './database.ts';
import { insideTransaction, refuseInsideTransaction } from './transaction-guard.ts';

/** Maximum bytes of a socket path on common systems. */
const ADDRESS_MAX = 103;

type Work = 'rows' | 'change' | 'notify' | 'begin' | 'commit' | 'rollback';
interface Question {
  work: Work;
  text: string;
  values: readonly unknown[];
}
type Answer = { result: unknown } | { code: string | null; message: string; constraint: string | undefined };

/** Returns the socket's path for other processes of the user. */
export function sharedAddress(folder: string): string {
  return join(folder, 'operator.sock');
}

/**
 * Shares the embedded database with this user's other programs. Access to the socket (mode 0600, folder 0700) grants
 * everything.
 */
export async function shareDatabase(
  database: Database,
  address: string,
  log: Logger,
): Promise<() => Promise<void>> {
  if (Buffer.byteLength(address) > ADDRESS_MAX) {
    log.warn(
      { address },
      'the data folder’s path is too long for a socket: no operator command while running',
    );
    return async () => {};
  }
  // The folder lock is held, so an existing socket is stale.
  await rm(address, { force: true });
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    open.add(socket);
    socket.on('close', () => open.delete(socket));
    socket.on('error', () => {});
    answerQuestions(socket, database);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(address, resolve);
  });
  await chmod(address, 0o600);
  return async () => {
    for (const socket of open) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  };
}

/** Connects to the process that shares its database, if any. Long transactions block it. */
export async function connectShared(address: string): Promise<Database | null> {
  const first = await dial(address);
  if (!first) return null;
  const lines = new Set([first]);
  const outer = executorOf(first, refuseInsideTransaction);
  return {
    engine: 'embedded',
    ...outer,
    async transaction<Result>(work: (transaction: Transaction) => Promise<Result>): Promise<Result> {
      refuseInsideTransaction();
      const line = await dial(address);
      if (!line) throw new DatabaseError('unavailable', 'the server has stopped', undefined, undefined);
      lines.add(line);
      const afterwards: (() => void)[] = [];
      try {
        await line.ask('begin');
        const result = await insideTransaction(() =>
          work({ ...executorOf(line, () => {}), afterCommit: (task) => afterwards.push(task) }),
        );
        await line.ask('commit');
        for (const task of afterwards) task();
        return result;
      } finally {
        // Closing the connection rolls back an open transaction.
        line.close();
        lines.delete(line);
      }
    },
    async notify(channel, payload) {
      await first.ask('notify', channel, [payload]);
    },
    async listen() {
      throw new Error('a shared database cannot be listened to');
    },
    async close() {
      for (const line of lines) line.close();
    },
  };
}

function answerQuestions(socket: Socket, database: Database): void {
  let transaction: Executor | undefined;
  let finish: ((commit: boolean) => void) | undefined;
  let finished: Promise<void> | undefined;
  socket.on('close', () => finish?.(false));

  const begin = () =>
    new Promise<void>((begun, failed) => {
      finished = database.transaction(async (inner) => {
        transaction = inner;
        const commit = new Promise<boolean>((resolve) => (finish = resolve));
        begun();
        if (socket.destroyed || !(await commit)) throw new RolledBack();
      });
      finished.catch(failed);
    });
  const end = async (commit: boolean) => {
    finish?.(commit);
    await finished?.catch((error: unknown) => {
      if (!(error instanceof RolledBack)) throw error;
    });
    [transaction, finish, finished] = [undefined, undefined, undefined];
  };
  const perform = async ({ work, text, values }: Question): Promise<unknown> => {
    const executor = transaction ?? database;
    if (work === 'rows') return executor.rows(text, values);
    if (work === 'change') return executor.change(text, values);
    if (work === 'notify') return database.notify(text, String(values[0]));
    if (work === 'begin') return begin();
    return end(work === 'commit');
  };

  let last: Promise<void> = Promise.resolve();
  readMessages(socket, (message) => {
    // Sequentially, like a server connection.
    last = last.then(async () => {
      const answer = await perform(message as Question).then(
        (result): Answer => ({ result: result ?? null }),
        (error: Error): Answer => ({
          code: error instanceof DatabaseError ? error.code : null,
          message: error.message,
          constraint: error instanceof DatabaseError ? error.constraint : undefined,
        }),
      );
      if (!socket.destroyed) writeMessage(socket, answer);
    });
  });
}

class RolledBack extends Error {}

interface Line {
  ask(work: Work, text?: string, values?: readonly unknown[]): Promise<unknown>;
  close(): void;
}

function dial(address: string): Promise<Line | null> {
  return new Promise((resolve, reject) => {
    const socket = connect(address);
    socket.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT' || error.code === 'ECONNREFUSED') resolve(null);
      else
        reject(
          new DatabaseError(
            'unavailable',
            `the running server cannot be reached: ${error.message}`,
            undefined,
            error,
          ),
        );
    });
    socket.once('connect', () => resolve(lineOf(socket)));
  });
}

function lineOf(socket: Socket): Line {
  const waiting: { resolve: (result: unknown) => void; reject: (error: Error) => void }[] = [];
  socket.on('error', () => {});
  socket.on('close', () => {
    for (const { reject } of waiting.splice(0))
      reject(new DatabaseError('unavailable', 'the server has stopped', undefined, undefined));
  });
  readMessages(socket, (message) => {
    const answer = message as Answer;
    const asker = waiting.shift();
    if ('result' in answer) asker?.resolve(answer.result);
    else if (answer.code === null) asker?.reject(new Error(answer.message));
    else asker?.reject(new DatabaseError(answer.code, answer.message, answer.constraint, undefined));
  });
  return {
    ask: (work, text = '', values = []) =>
      new Promise((resolve, reject) => {
        if (socket.destroyed)
          return reject(new DatabaseError('unavailable', 'the server has stopped', undefined, undefined));
        waiting.push({ resolve, reject });
        writeMessage(socket, { work, text, values } satisfies Question);
      }),
    close: () => socket.destroy(),
  };
}

function executorOf(line: Line, guard: () => void): Executor {
  const rows = async <Row>(sql: string, values: readonly unknown[] = []) => {
    guard();
    return (await line.ask('rows', sql, values)) as Row[];
  };
  return {
    rows,
    first: async <Row>(sql: string, values?: readonly unknown[]) => (await rows<Row>(sql, values))[0],
    async change(sql, values = []) {
      guard();
      return (await line.ask('change', sql, values)) as number;
    },
  };
}

/** Frame: length in four bytes, then a structured clone. */
function writeMessage(socket: Socket, message: Question | Answer): void {
  const body = serialize(message);
  const head = Buffer.alloc(4);
  head.writeUInt32BE(body.length);
  socket.write(Buffer.concat([head, body]));
}

function readMessages(socket: Socket, onMessage: (message: unknown) => void): void {
  let parts: Buffer[] = [];
  let have = 0;
  socket.on('data', (chunk: Buffer) => {
    parts.push(chunk);
    have += chunk.length;
    while (have >= 4) {
      const joined = parts.length === 1 ? (parts[0] as Buffer) : Buffer.concat(parts);
      parts = [joined];
      const end = 4 + joined.readUInt32BE(0);
      if (have < end) return;
      onMessage(deserialize(joined.subarray(4, end)));
      parts = [joined.subarray(end)];
      have -= end;
    }
  });
}
