import { z } from 'zod';

/** Where schemas with a name of their own stand in the description. */
const COMPONENTS = '#/components/schemas/';

/**
 * QueueSlots the contract's schemas into JSON Schema (2020-12). One with an id (`.meta({ id: 'Post' })`) is written down once,
 * by that name, and is a type of its own in clients made from the description.
 */
export class NamedSchemas {
  /** Those that were met so far, by name. */
  readonly found: Record<string, unknown> = {};

  /** The JSON Schema of what is sent (`input`) or answered (`output`); named ones in it are references. */
  convert(schema: z.ZodType, io: 'input' | 'output'): object {
    const { $schema: _, $defs, ...rest } = z.toJSONSchema(schema, { io, override });
    for (const [name, definition] of Object.entries($defs ?? {}))
      this.found[name] = withComponents(definition);
    return withComponents(rest) as object;
  }
}

/** Leaves out what says no more than the type or the format does. */
function override({ jsonSchema }: { jsonSchema: z.core.JSONSchema.BaseSchema }): void {
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  if (jsonSchema.format === 'date-time' || jsonSchema.format === 'date') delete jsonSchema.pattern;
}

function withComponents(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withComponents);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => [
      key,
      key === '$ref' ? String(part).replace('#/$defs/', COMPONENTS) : withComponents(part),
    ]),
  );
}
