import type { HttpContext } from './http-context.ts';
import { ProblemError } from './problem.ts';

/** Nesting deeper than any body of ours has; a bound on the work that a hostile one makes. */
const DEPTH_MAX = 12;

/** The request's bytes, refused as soon as they pass the limit, whether their length was declared or not. */
export async function readBody(context: HttpContext, limit: number): Promise<Buffer> {
  const declared = Number(context.req.header('content-length') ?? 0);
  if (declared > limit) throw new ProblemError('body.tooLarge');
  const chunks: Uint8Array[] = [];
  let size = 0;
  const stream = context.req.raw.body;
  if (!stream) return Buffer.alloc(0);
  for await (const chunk of stream as unknown as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength;
    if (size > limit) throw new ProblemError('body.tooLarge');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, size);
}

/** A JSON body; anything that is not `application/json` in UTF-8 is refused before it is read. */
export async function readJson(context: HttpContext, limit: number): Promise<unknown> {
  const type = context.req.header('content-type')?.split(';', 1)[0]?.trim().toLowerCase();
  if (type !== 'application/json') throw new ProblemError('body.unsupported');
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

function depthOf(value: unknown, limit: number): number {
  if (typeof value !== 'object' || value === null || limit < 0) return 0;
  let deepest = 0;
  for (const item of Object.values(value)) deepest = Math.max(deepest, depthOf(item, limit - 1));
  return deepest + 1;
}
