import type { IncomingMessage } from 'node:http';
import { FairQueue } from './fair-queue.ts';
import type { RequestContext } from './request.ts';
import type { RouteContext } from './pipeline.ts';
import { ProblemError } from './problem.ts';

/** Maximum nesting depth of a JSON body. */
const DEPTH_MAX = 12;

/** Milliseconds allowed for any body. */
const GRACE = 30_000;
/** Minimum average bytes per millisecond after that. */
const PACE = 100;

/** JSON and forms up to this size are not counted. */
const UNCOUNTED_MAX = 8 * 1024;

/** Bytes of larger JSON bodies in memory until answered; visitors have a separate limit. */
const largeBodies = (size: number) =>
  new FairQueue({ size, sizeEach: 2 * 1024 * 1024, waiting: 0, timeout: 0, retryAfter: 5 });
const ofStudents = largeBodies(12 * 1024 * 1024);
const ofVisitors = largeBodies(4 * 1024 * 1024);

/**
 * Returns a body's declared length, or the limit if chunked, in bytes.
 *
 * @throws {ProblemError} `body.tooLarge` if more is declared.
 */
export function declaredSize(request: RequestContext, limit: number): number {
  const chunked = request.header('transfer-encoding') !== undefined;
  const length = chunked ? limit : Number(request.header('content-length') ?? 0);
  if (length > limit) throw new ProblemError('body.tooLarge');
  return length;
}

/**
 * Returns the request's body.
 *
 * @throws {ProblemError} `body.tooLarge`, `body.slow`, `request.malformed` if incomplete.
 */
export async function readBody({ env: request }: RouteContext, limit: number): Promise<Buffer> {
  declaredSize(request, limit);
  const chunks: Buffer[] = [];
  await consumeBody(request.incoming, limit, (chunk) => chunks.push(chunk));
  return Buffer.concat(chunks);
}

/**
 * Reads the request's body without storing it.
 *
 * @throws {ProblemError} as {@link readBody}.
 */
export async function skipBody({ env: request }: RouteContext, limit: number): Promise<void> {
  declaredSize(request, limit);
  await consumeBody(request.incoming, limit, () => {});
}

/** Passes each chunk to `take`. Exported for tests. */
export function consumeBody(
  incoming: IncomingMessage,
  limit: number,
  take: (chunk: Buffer) => void,
): Promise<void> {
  let received = 0;
  const started = Date.now();
  return new Promise((resolve, reject) => {
    const finish = (problem?: ProblemError) => {
      clearTimeout(timer);
      for (const [name, listener] of Object.entries(listeners)) incoming.off(name, listener);
      if (problem) reject(problem);
      else resolve();
    };
    const add = (chunk: Buffer) => {
      if (received + chunk.length > limit) return finish(new ProblemError('body.tooLarge'));
      take(chunk);
      received += chunk.length;
    };
    const listeners = {
      data: add,
      end: () => finish(),
      error: () => finish(new ProblemError('request.malformed')),
      close: () => finish(new ProblemError('request.malformed')),
    };
    const checkPace = () => {
      const left = started + GRACE + received / PACE - Date.now();
      if (left <= 0) finish(new ProblemError('body.slow', { retryAfter: 5 }));
      else timer = setTimeout(checkPace, left);
    };
    let timer = setTimeout(checkPace, GRACE);
    if (incoming.destroyed) {
      // The client has disconnected: a complete body is still buffered.
      const rest = incoming.complete ? (incoming.read() as Buffer | null) : null;
      if (rest) add(rest);
      return finish(incoming.complete ? undefined : new ProblemError('request.malformed'));
    }
    for (const [name, listener] of Object.entries(listeners)) incoming.on(name, listener);
  });
}

/**
 * Returns the parsed JSON body of type `application/json` in UTF-8. Large bodies count in memory until the answer.
 *
 * @throws {ProblemError} as {@link readBody}; `body.unsupported`, `request.malformed`, `server.unavailable` if memory for
 *   bodies is full.
 */
export async function readJson(context: RouteContext, limit: number): Promise<unknown> {
  const { env: request } = context;
  const type = request.header('content-type')?.split(';', 1)[0]?.trim().toLowerCase();
  if (type !== 'application/json') throw new ProblemError('body.unsupported');
  const size = declaredSize(request, limit);
  if (size > UNCOUNTED_MAX) await countBody(request, size);
  const bytes = await readBody(context, limit);
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw new ProblemError('request.malformed');
  }
  if (depthOf(value, DEPTH_MAX) > DEPTH_MAX) throw new ProblemError('request.malformed');
  return value;
}

async function countBody({ session, clientAddress, outgoing }: RequestContext, size: number): Promise<void> {
  const student = session?.userId ?? clientAddress;
  const queue = session ? ofStudents : ofVisitors;
  const release = await queue.take({ student, client: clientAddress, last: false }, size);
  if (outgoing.destroyed) release();
  else outgoing.once('close', release);
}

/**
 * Returns an HTML form's fields, the first value of each.
 *
 * @throws {ProblemError} as {@link readBody}; `body.unsupported`.
 */
export async function readForm(context: RouteContext, limit: number): Promise<Record<string, string>> {
  const type = context.env.header('content-type')?.split(';', 1)[0]?.trim().toLowerCase();
  if (type !== 'application/x-www-form-urlencoded') throw new ProblemError('body.unsupported');
  const fields = Object.create(null) as Record<string, string>;
  for (const [name, value] of new URLSearchParams((await readBody(context, limit)).toString()))
    fields[name] ??= value;
  return fields;
}

function depthOf(value: unknown, limit: number): number {
  if (typeof value !== 'object' || value === null || limit < 0) return 0;
  let deepest = 0;
  for (const item of Object.values(value)) deepest = Math.max(deepest, depthOf(item, limit - 1));
  return deepest + 1;
}
