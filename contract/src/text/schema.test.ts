import { TABLE_TEXT_MAX } from '../admin/rules.ts';
import { expect, test } from 'vitest';
import type { z } from 'zod';
import type { Endpoint } from '../endpoint.ts';
import { endpoints } from '../endpoints.ts';
import { boundedText } from './schema.ts';

const LONG_RUN = `a${'\u0301'.repeat(31)}`;
/** Names, versions and passwords are compared unchanged: such text may hold any signs, up to a limit. */
const PLAIN_MAX = 3_000;

const isRefused = (schema: z.ZodType, text: string) => !schema.safeParse(text).success;

test('raw length: up to three times the code points of the limit before normalization', () => {
  const schema = boundedText(10);
  for (const text of ['', '가'.repeat(30), '👍'.repeat(30), '각'.repeat(10).normalize('NFD')])
    expect([text, isRefused(schema, text)]).toEqual([text, false]);
  for (const text of ['가'.repeat(31), '👍'.repeat(31), 'x'.repeat(1_000_000)])
    expect(isRefused(schema, text)).toBe(true);
});

test('text: has no run of more than thirty marks of any kind', () => {
  const schema = boundedText(100);
  const runs = ['\u0301', '\u0316\u0301', '\uff9e', '\u0316\uff9f'];
  for (const run of runs) {
    const marks = run.repeat(31).slice(0, 30);
    expect([run, isRefused(schema, `a${marks}b${marks}`)]).toEqual([run, false]);
    expect([run, isRefused(schema, `a${marks}${run.slice(0, 1)}`)]).toEqual([run, true]);
  }
});

/** Yields the strings of a schema, each with its path. */
function stringsOf(schema: z.core.$ZodType, path: string): [path: string, schema: z.ZodType][] {
  const { def } = schema._zod as z.core.$ZodTypes['_zod'];
  switch (def.type) {
    case 'string':
      return [[path, schema as z.ZodType]];
    case 'object':
      return Object.entries(def.shape).flatMap(([name, part]) => stringsOf(part, `${path}.${name}`));
    case 'array':
      return stringsOf(def.element, `${path}[]`);
    case 'optional':
    case 'nullable':
    case 'default':
      return stringsOf(def.innerType, path);
    case 'pipe':
      return stringsOf(def.in, path);
    case 'transform':
    case 'enum':
    case 'literal':
    case 'number':
    case 'boolean':
      return [];
    default:
      throw new Error(`${path}: a schema of a kind that this test does not know: ${def.type}`);
  }
}

const fields = Object.entries(endpoints).flatMap(([name, endpoint]: [string, Endpoint]) =>
  [endpoint.path, endpoint.query, endpoint.body].flatMap((part) => (part ? stringsOf(part, name) : [])),
);

test('every text of every call: limited before normalization', () => {
  // A spreadsheet is parsed in a process of its own.
  const lengthOf = (path: string) => (path.endsWith('/tables/{table}.text') ? TABLE_TEXT_MAX + 1 : 100_001);
  const isBounded = ([path, schema]: (typeof fields)[number]) =>
    isRefused(schema, 'x'.repeat(lengthOf(path))) &&
    (isRefused(schema, LONG_RUN) || isRefused(schema, 'x'.repeat(PLAIN_MAX + 1)));
  expect(fields.length).toBeGreaterThan(100);
  expect(fields.filter((field) => !isBounded(field)).map(([path]) => path)).toEqual([]);
});
