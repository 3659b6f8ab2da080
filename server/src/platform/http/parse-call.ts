import type { Endpoint } from '@madang/contract/endpoint';
import type { FieldProblem } from '@madang/contract/errors';
import type { z } from 'zod';
import { ProblemError } from './problem.ts';

/** Path and query of a call by its endpoint's schemas; only the parts that it has. */
export function parseAddress({ path, query }: Endpoint, params: unknown, search: unknown) {
  return {
    // An address that cannot exist is an address where nothing is.
    path: path && parsePart(path, params, 'resource.missing'),
    query: query && parsePart(query, search, 'input.invalid'),
  };
}

/**
 * One part of a call by its schema.
 *
 * @throws {ProblemError} the given code, with the fields that are wrong unless it is an address.
 */
export function parsePart(
  schema: z.ZodType,
  value: unknown,
  code: 'resource.missing' | 'input.invalid',
): unknown {
  const result = schema.safeParse(value, { reportInput: true });
  if (result.success) return result.data;
  if (code === 'resource.missing') throw new ProblemError(code);
  throw new ProblemError(code, { fields: result.error.issues.slice(0, 20).flatMap(describeIssue) });
}

function describeIssue(issue: z.core.$ZodIssue): FieldProblem[] {
  const field = issue.path.map(String).join('.');
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({
      field: [field, key].filter(Boolean).join('.').slice(0, 100),
      code: 'unknown',
    }));
  }
  if (issue.code === 'too_big') return [{ field, code: 'tooLong' }];
  return [
    { field, code: issue.code === 'invalid_type' && issue.input === undefined ? 'required' : 'invalid' },
  ];
}
