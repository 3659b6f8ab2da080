import {
  problemStatus,
  type Closure,
  type FieldProblem,
  type NewerText,
  type Problem,
  type ProblemCode,
} from '@madang/contract/errors';

/** Thrown by policies and actions; the router answers it (RFC 9457). */
export class ProblemError extends Error {
  readonly code: ProblemCode;
  readonly fields: readonly FieldProblem[];
  readonly retryAfter: number | undefined;
  /** With `method.notAllowed`: the allowed methods. */
  readonly allowed: readonly string[];
  /** With `edit.outdated`: the current text. */
  readonly newer: NewerText | undefined;
  /** With `account.closed`: reason and end. */
  readonly closure: Closure | undefined;

  constructor(
    code: ProblemCode,
    details: {
      fields?: readonly FieldProblem[];
      retryAfter?: number;
      allowed?: readonly string[];
      newer?: NewerText;
      closure?: Closure;
      cause?: unknown;
    } = {},
  ) {
    super(code, { cause: details.cause });
    this.name = 'ProblemError';
    this.code = code;
    this.fields = details.fields ?? [];
    this.retryAfter = details.retryAfter;
    this.allowed = details.allowed ?? [];
    this.newer = details.newer;
    this.closure = details.closure;
  }
}

/**
 * Rejects the input if any field has a problem.
 *
 * @throws {ProblemError} `input.invalid` with the fields.
 */
export function refuseFields(problems: Readonly<Record<string, FieldProblem['code'] | null>>): void {
  const fields = Object.entries(problems).flatMap(([field, code]) => (code ? [{ field, code }] : []));
  if (fields.length > 0) throw new ProblemError('input.invalid', { fields });
}

const titles: Record<number, string> = {
  400: 'Bad request',
  401: 'Not signed in',
  403: 'Not allowed',
  404: 'Not found',
  405: 'Method not allowed',
  409: 'Conflict',
  410: 'Gone',
  413: 'Too large',
  415: 'Unsupported content',
  422: 'Invalid input',
  429: 'Too many requests',
  500: 'Server error',
  503: 'Temporarily unavailable',
};

/** Returns the body of a problem answer. */
export function describeProblem(error: ProblemError, requestId: string): Problem {
  const status = problemStatus[error.code];
  return {
    type: 'about:blank',
    title: titles[status] ?? 'Problem',
    status,
    code: error.code,
    requestId,
    ...(error.fields.length > 0 ? { fields: [...error.fields] } : {}),
    ...(error.newer ? { newer: error.newer } : {}),
    ...(error.closure ? { closure: error.closure } : {}),
    ...(error.retryAfter === undefined ? {} : { retryAfter: error.retryAfter }),
  };
}
