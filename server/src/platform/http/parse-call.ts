import type { Endpoint } from '@madang/contract/endpoint';
import type { FieldProblem } from '@madang/contract/errors';
import type { z } from 'zod';
import { ProblemError } from './problem.ts';

/** So many wrong fields are named, each by so many letters: what is refused may be large, and the answer is not. */
const FIELDS_MAX = 20;
const FIELD_LETTERS_MAX = 100;

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
  // Nobody reads Zod's own sentence, which names every unknown field.
  const result = schema.safeParse(value, { reportInput: true, error: () => 'refused' });
  if (result.success) return result.data;
  if (code === 'resource.missing') throw new ProblemError(code);
  const fields = result.error.issues.slice(0, FIELDS_MAX).flatMap(describeIssue);
  throw new ProblemError(code, { fields: fields.slice(0, FIELDS_MAX) });
}

function describeIssue(issue: z.core.$ZodIssue): FieldProblem[] {
  const field = issue.path.map(String).join('.').slice(0, FIELD_LETTERS_MAX);
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.slice(0, FIELDS_MAX).map((key) => ({
      field: [field, key].filter(Boolean).join('.').slice(0, FIELD_LETTERS_MAX),
      code: 'unknown',
    }));
  }
  if (issue.code === 'too_big') return [{ field, code: 'tooLong' }];
  return [
    { field, code: issue.code === 'invalid_type' && issue.input === undefined ? 'required' : 'invalid' },
  ];
}
