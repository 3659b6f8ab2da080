import type { Exchange } from './exchange.ts';
import { ProblemError } from './problem.ts';

/** Nesting deeper than any body of ours has; a bound on the work that a hostile one makes. */
const DEPTH_MAX = 12;

/** The request's bytes, refused as soon as they pass the limit, whether their length was declared or not. */
export function readBody({ incoming }: Exchange, limit: number): Promise<Buffer> {
  // Node's own stream: a web stream around it costs more than all the rest of a small write.
  const chunks: Buffer[] = [];
  let size = 0;
  return new Promise((resolve, reject) => {
    const finish = (settle: () => void) => {
      incoming.off('data', onData).off('end', onEnd).off('error', onError).off('close', onError);
      settle();
    };
    const refuse = () => {
      // What is left is not read: the answer goes out first, and the connection is closed behind it.
      incoming.pause();
      reject(new ProblemError('body.tooLarge'));
    };
    const onData = (chunk: Buffer) => {
      size += chunk.length;
      if (size > limit) finish(refuse);
      else chunks.push(chunk);
    };
    const onEnd = () => finish(() => resolve(Buffer.concat(chunks, size)));
    const onError = () => finish(() => reject(new ProblemError('request.malformed')));
    if (Number(incoming.headers['content-length'] ?? 0) > limit) return refuse();
    incoming.on('data', onData).on('end', onEnd).on('error', onError).on('close', onError);
  });
}

/** A JSON body; anything that is not `application/json` in UTF-8 is refused before it is read. */
export async function readJson(exchange: Exchange, limit: number): Promise<unknown> {
  const type = exchange.incoming.headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase();
  if (type !== 'application/json') throw new ProblemError('body.unsupported');
  const bytes = await readBody(exchange, limit);
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw new ProblemError('request.malformed');
  }
  if (depthOf(value, DEPTH_MAX) > DEPTH_MAX) throw new ProblemError('request.malformed');
  return value;
}

function depthOf(value: unknown, limit: number): number {
  if (typeof value !== 'object' || value === null || limit < 0) return 0;
  let deepest = 0;
  for (const item of Object.values(value)) deepest = Math.max(deepest, depthOf(item, limit - 1));
  return deepest + 1;
}
