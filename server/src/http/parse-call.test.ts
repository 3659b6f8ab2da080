import { expect, test } from 'vitest';
import { z } from 'zod';
import { parsePart } from './router.ts';
import { ProblemError } from './problem.ts';

const schema = z.strictObject({
  title: z.string().max(5),
  rows: z.array(z.strictObject({ id: z.string() })).optional(),
});

function fieldsOf(value: unknown) {
  try {
    parsePart(schema, value, 'input.invalid');
  } catch (error) {
    return error instanceof ProblemError ? error.fields : [];
  }
  return [];
}

const unknownFields = (count: number, name: string) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`${name}${index}`, 1]));

test('many unknown fields: twenty are named, in any part of a body', () => {
  const flat = fieldsOf({ title: 'a', ...unknownFields(30_000, 'field') });
  expect(flat).toHaveLength(20);
  expect(flat[19]).toEqual({ field: 'field19', code: 'unknown' });
  const rows = Array.from({ length: 30 }, () => ({ id: 'a', ...unknownFields(15, 'of') }));
  const nested = fieldsOf({ title: 'a', rows });
  expect(nested).toHaveLength(20);
  expect(nested[19]).toEqual({ field: 'rows.1.of4', code: 'unknown' });
});

test('name of a refused field: cut, to keep answers short', () => {
  const fields = fieldsOf({ title: 'too long', rows: [{ id: 'a', ['long'.repeat(10_000)]: 1 }] });
  expect(fields.map(({ code }) => code)).toEqual(['tooLong', 'unknown']);
  expect(fields[1]?.field).toBe(`rows.0.${'long'.repeat(30)}`.slice(0, 100));
});

test('distinguishes a missing field from one of a wrong type', () => {
  expect(fieldsOf({})).toEqual([{ field: 'title', code: 'required' }]);
  expect(fieldsOf({ title: 7 })).toEqual([{ field: 'title', code: 'invalid' }]);
});
