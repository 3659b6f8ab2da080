import { problemStatus } from '@madang/contract/errors';
import { DatabaseError } from '../database/database.ts';
import { ImageStoreError } from '../images/image-store.ts';
import type { Logger } from '../log/log.ts';
import { describeProblem, ProblemError } from './problem.ts';

/** An answer that says what went wrong. */
export interface ProblemAnswer {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/** The one place where a failure becomes an answer: a known problem as it is, anything else as 500 or 503. */
export function problemAnswer(error: unknown, requestId: string, log: Logger): ProblemAnswer {
  const problem = toProblem(error);
  const status = problemStatus[problem.code];
  if (problem.code === 'server.unavailable') noteUnavailable(error, requestId, log);
  else if (status >= 500) log.error({ requestId, error: describeError(error) }, problem.code);
  const headers: Record<string, string> = {
    'Content-Type': 'application/problem+json',
    'Cache-Control': 'no-store',
  };
  if (problem.retryAfter !== undefined) headers['Retry-After'] = String(problem.retryAfter);
  if (problem.allowed.length > 0) headers['Allow'] = problem.allowed.join(', ');
  return { status, headers, body: JSON.stringify(describeProblem(problem, requestId)) };
}

/** For so long the same reason is not logged again, in milliseconds. */
const SAID_FOR = 60_000;

/** When each reason was logged. There are few: what is not there is the database, the pictures, or room to work. */
const said = new Map<string, number>();

/** What is down or full refuses every call: its reason is one line, once a minute, and where in the code says nothing. */
function noteUnavailable(error: unknown, requestId: string, log: Logger): void {
  const reason = nameReason(error);
  const now = Date.now();
  if (now - (said.get(reason) ?? -Infinity) < SAID_FOR) return;
  said.delete(reason);
  said.set(reason, now);
  for (const [old] of said) if (said.size > 20) said.delete(old);
  log.error({ requestId, error: reason }, 'server.unavailable');
}

/** What failed and what made it fail, without where in the code. */
function nameReason(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const own = `${error.name}: ${error.message}`;
  return error.cause === undefined || error.cause === null
    ? own
    : `${own}, caused by ${nameReason(error.cause)}`;
}

function toProblem(error: unknown): ProblemError {
  if (error instanceof ProblemError) return error;
  if (error instanceof DatabaseError && error.unavailable) {
    return new ProblemError('server.unavailable', { retryAfter: 3 });
  }
  if (error instanceof ImageStoreError) return new ProblemError('server.unavailable', { retryAfter: 10 });
  if (error instanceof DatabaseError && error.code === '23503') return goneMeanwhile(error);
  // Text that PostgreSQL cannot hold came from the request, whatever let it through.
  if (error instanceof DatabaseError && error.code === '22021') return new ProblemError('request.malformed');
  return new ProblemError('server.failed');
}

/** A row that the write refers to went away between the check and the write: the user's own, or what they wrote to. */
function goneMeanwhile({ constraint = '' }: DatabaseError): ProblemError {
  const own = /_(?:user|author|owner|account)_id_fkey$/.test(constraint);
  return new ProblemError(own ? 'session.required' : 'resource.missing');
}

function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const text = error.stack ?? error.message;
  return error.cause === undefined ? text : `${text}\ncaused by ${describeError(error.cause)}`;
}
