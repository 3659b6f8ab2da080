import { bodyLimit } from 'hono/body-limit';
import { ProblemError } from './problem.ts';
import type { RouteContext } from './pipeline.ts';

/** Nesting deeper than any body of ours has; a bound on the work that a hostile one makes. */
const DEPTH_MAX = 12;

/** The request's bytes, refused as soon as they pass the limit, whether their length was declared or not. */
export async function readBody(context: RouteContext, limit: number): Promise<Buffer> {
  const length = context.env.header('content-length');
  if (Number(length ?? 0) > limit) throw new ProblemError('body.tooLarge');
  try {
    // Counting takes a web stream, which costs more than all the rest of a small write: only where no length is declared.
    if (length === undefined) await countBody(context, limit);
    return Buffer.from(await context.req.arrayBuffer());
  } catch (error) {
    throw error instanceof ProblemError ? error : new ProblemError('request.malformed');
  }
}

/** @throws {ProblemError} `body.tooLarge`. */
async function countBody(context: RouteContext, limit: number): Promise<void> {
  const { url, method, headers, body } = context.req.raw;
  // The adapter's own request is none that another can be made of, which Hono does here.
  const same = { method, headers, body, duplex: 'half' as const };
  context.req.raw = new Request(url, same);
  const onError = () => {
    throw new ProblemError('body.tooLarge');
  };
  await bodyLimit({ maxSize: limit, onError })(context, async () => {});
}

/** A JSON body; anything that is not `application/json` in UTF-8 is refused before it is read. */
export async function readJson(context: RouteContext, limit: number): Promise<unknown> {
  const type = context.env.header('content-type')?.split(';', 1)[0]?.trim().toLowerCase();
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

/** A form as browsers send it without scripts; of a name that is there twice, the first. */
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
