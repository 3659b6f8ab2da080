import { randomUUID } from 'node:crypto';
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

/** Opens the request's scope and logs one line when it is answered; paths only, never a query or a body. */
export function openScope(log: Logger, proxies: BlockList): Guard {
  return async (context, next) => {
    const started = performance.now();
    const requestId = randomUUID();
    const remote = context.env.incoming.socket.remoteAddress ?? '';
    const clientAddress = clientOf(remote, context.req.header('x-forwarded-for'), proxies);
    context.set('scope', { requestId, session: null, clientAddress });
    context.header('X-Request-Id', requestId);
    await next();
    log.info(
      {
        requestId,
        method: context.req.method,
        path: context.req.path,
        status: context.res.status,
        milliseconds: Math.round(performance.now() - started),
      },
      'answered',
    );
  };
}

/** The one place where a failure becomes an answer: a known problem as it is, anything else as 500 or 503. */
export function answerProblem(error: unknown, context: HttpContext, log: Logger): Response {
  const { requestId } = context.var.scope;
  const problem = toProblem(error);
  const status = problemStatus[problem.code] as ContentfulStatusCode;
  if (status >= 500) log.error({ requestId, error: describeError(error) }, problem.code);
  context.header('Cache-Control', 'no-store');
  if (problem.retryAfter !== undefined) context.header('Retry-After', String(problem.retryAfter));
  return context.body(JSON.stringify(describeProblem(problem, requestId)), status, {
    'Content-Type': 'application/problem+json',
  });
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
      const origin = context.req.header('origin');
      const site = context.req.header('sec-fetch-site');
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
    if (!hosts.has(context.req.header('host') ?? '')) throw new ProblemError('origin.foreign');
    await next();
  };
}

/** Security headers of every answer [SF-22]. `scriptHashes` admit the page's own inline script. */
export function setSecurityHeaders(options: { https: boolean; scriptHashes: readonly string[] }): Guard {
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
  const headers = {
    'Content-Security-Policy': policy,
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'same-origin',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'X-Frame-Options': 'DENY',
    ...(options.https ? { 'Strict-Transport-Security': 'max-age=31536000' } : {}),
  };
  return async (context, next) => {
    context.set('securityHeaders', headers);
    await next();
    for (const [name, value] of Object.entries(headers)) context.res.headers.set(name, value);
  };
}
