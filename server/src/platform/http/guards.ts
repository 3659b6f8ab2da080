import { randomBytes } from 'node:crypto';
import type { BlockList } from 'node:net';
import { problemStatus } from '@madang/contract/errors';
import type { MiddlewareHandler } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { DatabaseError } from '../database/database.ts';
import type { Logger } from '../log/log.ts';
import { clientOf } from './client-address.ts';
import { describeProblem, ProblemError } from './problem.ts';
import type { HttpContext, HttpEnvironment } from './http-context.ts';

type Guard = MiddlewareHandler<HttpEnvironment>;

const processId = randomBytes(8).toString('hex');
let requests = 0;

/** What one request is called in the log and in its answer: of this process, and its how-manyeth. */
export function makeRequestId(): string {
  requests += 1;
  return `${processId}-${requests.toString(36)}`;
}

/** Opens the request's scope and logs one line when it is answered; paths only, never a query or a body. */
export function openScope(log: Logger, proxies: BlockList | null): Guard {
  return async (context, next) => {
    const started = performance.now();
    const requestId = makeRequestId();
    const remote = context.env.incoming.socket.remoteAddress ?? '';
    const forwarded = context.env.incoming.headers['x-forwarded-for'];
    const clientAddress = clientOf(remote, forwarded?.toString(), proxies);
    context.set('scope', { requestId, session: null, clientAddress });
    context.env.outgoing.setHeader('X-Request-Id', requestId);
    await next();
    const { method, path } = context.req;
    logAnswer(log, { requestId, method, path, status: context.res.status, started });
  };
}

/** One line for an answered request; `started` by the process's own clock. */
export function logAnswer(
  log: Logger,
  answer: { requestId: string; method: string; path: string; status: number; started: number },
): void {
  if (!log.isLevelEnabled('info')) return;
  const { started, ...line } = answer;
  log.info({ ...line, milliseconds: Math.round(performance.now() - started) }, 'answered');
}

/** An answer that says what went wrong. */
export interface ProblemAnswer {
  status: ContentfulStatusCode;
  headers: Record<string, string>;
  body: string;
}

/** The one place where a failure becomes an answer: a known problem as it is, anything else as 500 or 503. */
export function problemAnswer(error: unknown, requestId: string, log: Logger): ProblemAnswer {
  const problem = toProblem(error);
  const status = problemStatus[problem.code] as ContentfulStatusCode;
  if (status >= 500) log.error({ requestId, error: describeError(error) }, problem.code);
  const headers: Record<string, string> = {
    'Content-Type': 'application/problem+json',
    'Cache-Control': 'no-store',
  };
  if (problem.retryAfter !== undefined) headers['Retry-After'] = String(problem.retryAfter);
  return { status, headers, body: JSON.stringify(describeProblem(problem, requestId)) };
}

/** Answers a request with what went wrong. */
export function answerProblem(error: unknown, context: HttpContext, log: Logger): Response {
  const { status, headers, body } = problemAnswer(error, context.var.scope.requestId, log);
  return context.body(body, status, headers);
}

function toProblem(error: unknown): ProblemError {
  if (error instanceof ProblemError) return error;
  if (error instanceof DatabaseError && error.unavailable) {
    return new ProblemError('server.unavailable', { retryAfter: 3 });
  }
  // Text that PostgreSQL cannot hold came from the request, whatever let it through.
  if (error instanceof DatabaseError && error.code === '22021') return new ProblemError('request.malformed');
  return new ProblemError('server.failed');
}

function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const text = error.stack ?? error.message;
  return error.cause === undefined ? text : `${text}\ncaused by ${describeError(error.cause)}`;
}

/**
 * Refuses requests that change something and come from another site [SF-07]. Browsers send `Origin` with
 * every such request; a request without one is no browser's and carries nobody's cookie by accident.
 */
export function requireOwnOrigin(origins: ReadonlySet<string>): Guard {
  return async (context, next) => {
    if (context.req.method !== 'GET' && context.req.method !== 'HEAD') {
      const { origin, 'sec-fetch-site': site } = context.env.incoming.headers;
      const foreign =
        origin !== undefined ? !origins.has(origin) : site !== undefined && site !== 'same-origin';
      if (foreign) throw new ProblemError('origin.foreign');
    }
    await next();
  };
}

/** On an address of this machine only our own names count, else a hostile name could be pointed at it. */
export function requireKnownHost(hosts: ReadonlySet<string>): Guard {
  return async (context, next) => {
    const { headers, rawHeaders } = context.env.incoming;
    if (!hosts.has(headers.host ?? '') || namesTwo(rawHeaders)) throw new ProblemError('origin.foreign');
    await next();
  };
}

/** Of two Host headers Node takes the first, and a proxy before us may have taken the other. */
function namesTwo(rawHeaders: readonly string[]): boolean {
  return rawHeaders.filter((text, index) => index % 2 === 0 && /^host$/i.test(text)).length > 1;
}

/** Headers of every answer [SF-22]. `scriptHashes` admit the page's own inline script. */
export function securityHeaders(options: {
  https: boolean;
  scriptHashes: readonly string[];
}): Record<string, string> {
  const policy = [
    "default-src 'none'",
    `script-src ${["'self'", ...options.scriptHashes].join(' ')}`,
    "style-src 'self'",
    "img-src 'self' blob: data:",
    "connect-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
  return {
    'Content-Security-Policy': policy,
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'same-origin',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'X-Frame-Options': 'DENY',
    ...(options.https ? { 'Strict-Transport-Security': 'max-age=31536000' } : {}),
  };
}

/** Sets these headers on every answer. */
export function setHeaders(values: Readonly<Record<string, string>>): Guard {
  const entries = Object.entries(values);
  return async (context, next) => {
    // On Node's response, which every way of answering ends in: a web response would first copy them all.
    for (const [name, value] of entries) context.env.outgoing.setHeader(name, value);
    await next();
  };
}
