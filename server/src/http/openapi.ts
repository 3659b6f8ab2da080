import { type Edition, isIn } from '@madang/contract/campus/rules';
import { type Endpoint, STAFF_ACCESS, writesAsUser } from '@madang/contract/endpoint';
import { endpoints } from '@madang/contract/endpoints';
import { fieldCodes, type ProblemCode, problemStatus } from '@madang/contract/errors';
import { USER_HEADER } from '@madang/contract/user-header';
import { z } from 'zod';

const SESSION = 'session';

export type Operation = Readonly<Record<string, unknown>>;

/** The parts of the OpenAPI 3.1 document used here. */
export interface ApiDescription {
  openapi: string;
  info: Readonly<Record<string, unknown>>;
  servers: readonly { url: string }[];
  security: readonly Readonly<Record<string, readonly string[]>>[];
  paths: Record<string, Record<string, Operation>>;
  components: Record<string, Record<string, unknown>>;
}

const DESCRIPTION = `Sign in with \`signIn\`: it sets the session cookie that all calls need except public ones. New posts, replies and \
uploads have an id chosen by the caller, a UUID of version 7, so a repeated call changes nothing. Errors are a \`Problem\` with a \
\`code\`. A writing call with an \`Origin\` header must come from this site. Calls that write as the signed-in user name the \
user in \`Madang-User\`, and fail in another user's session. HEAD works like GET; other methods of a path answer 405 with \
\`Allow\`, unknown paths 404.`;

/**
 * Returns an edition's OpenAPI 3.1 document; schemas are JSON Schema 2020-12.
 *
 * @param cookie the session cookie's name.
 * @param describeBeside operations outside the contract, by method and path.
 */
export function describeApi(
  title: string,
  cookie: string,
  edition: Edition,
  describeBeside: (problems: DescribeProblems) => Readonly<Record<string, Operation>>,
): ApiDescription {
  const schemas = new NamedSchemas();
  const responses: Record<string, object> = { 'not-modified': notModifiedResponse };
  const problems = describeProblemsIn(responses);
  const paths: ApiDescription['paths'] = {};
  const add = (name: string, operation: Operation) => {
    const [method, path] = name.split(' ') as [string, string];
    (paths[path] ??= {})[method.toLowerCase()] = operation;
  };
  for (const [name, endpoint] of Object.entries<Endpoint>(endpoints))
    if (isIn(endpoint, edition)) add(name, describeEndpoint(name, endpoint, { schemas, problems }));
  for (const [name, operation] of Object.entries(describeBeside(problems))) add(name, operation);
  const info = {
    title: `${title} API`,
    version: '1',
    description: DESCRIPTION,
    license: { name: 'MIT', identifier: 'MIT' },
  };
  return {
    openapi: '3.1.0',
    info,
    servers: [{ url: '/' }],
    security: [{ [SESSION]: [] }],
    paths,
    components: {
      securitySchemes: { [SESSION]: { type: 'apiKey', in: 'cookie', name: cookie } },
      headers: headerComponents,
      responses,
      schemas: { ...schemas.found, Problem: problemSchema },
    },
  };
}

function describeEndpoint(
  name: string,
  endpoint: Endpoint,
  { schemas, problems }: { schemas: NamedSchemas; problems: DescribeProblems },
): Operation {
  const parameters = [
    ...describeParameters(endpoint.path, 'path', schemas),
    ...describeParameters(endpoint.query, 'query', schemas),
    ...Object.entries(endpoint.headers ?? {}).map(([header, description]) => ({
      name: header,
      in: 'header',
      required: false,
      description,
      schema: { type: 'string' },
    })),
    ...(endpoint.shared ? [ifNoneMatch] : []),
    ...(writesAsUser(name, endpoint) ? [userHeader(endpoint.pending ?? false)] : []),
  ];
  return {
    operationId: endpoint.id,
    summary: endpoint.summary,
    // Public, but a session changes the answer.
    ...(endpoint.access === 'public' ? { security: [{}, { [SESSION]: [] }] } : {}),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...describeRequest(endpoint, schemas),
    responses: {
      [endpoint.status]: describeSuccess(name, endpoint, schemas),
      ...(endpoint.shared ? { 304: notModified } : {}),
      ...problems(problemsOf(name, endpoint)),
    },
  };
}

function describeParameters(
  schema: z.ZodObject | undefined,
  where: 'path' | 'query',
  schemas: NamedSchemas,
): object[] {
  return Object.entries(schema?.shape ?? {}).map(([name, part]) => ({
    name,
    in: where,
    required: where === 'path' || !part.safeParse(undefined).success,
    schema: schemas.convert(part as z.ZodType, 'input'),
  }));
}

function describeRequest(endpoint: Endpoint, schemas: NamedSchemas): object {
  if (endpoint.body) {
    const schema = schemas.convert(endpoint.body, 'input');
    return { requestBody: { required: true, content: { 'application/json': { schema } } } };
  }
  if (!endpoint.rawBody) return {};
  return { requestBody: { required: true, content: { 'image/*': { schema: BINARY } } } };
}

function describeSuccess(name: string, endpoint: Endpoint, schemas: NamedSchemas): object {
  if (endpoint.stream) return streams[endpoint.stream];
  // The answer to a write sets the cookie that bypasses caches.
  const marked = endpoint.output && endpoint.access !== 'public' && !name.startsWith('GET ');
  const cookies = endpoint.cookies || marked ? (['Set-Cookie'] as const) : [];
  const headers = headersOf([...(endpoint.shared ? (['ETag', 'Vary'] as const) : []), ...cookies]);
  if (!endpoint.output) return { description: 'Success, without content.', headers };
  const schema = schemas.convert(endpoint.output, 'output');
  return { description: 'Success.', headers, content: { 'application/json': { schema } } };
}

const BINARY = { type: 'string', format: 'binary' };

const streams = {
  events: {
    description: 'Server-sent events.',
    headers: headersOf([]),
    content: { 'text/event-stream': { schema: { type: 'string' } } },
  },
  archive: {
    description: 'A zip file.',
    headers: headersOf(['Content-Disposition']),
    content: { 'application/zip': { schema: BINARY } },
  },
  drawing: {
    description: 'A plot as SVG.',
    headers: headersOf([]),
    content: { 'image/svg+xml': { schema: { type: 'string' } } },
  },
  page: {
    description: 'A page to print.',
    headers: headersOf([]),
    content: { 'text/html': { schema: { type: 'string' } } },
  },
  table: {
    description: 'A tab-separated file.',
    headers: headersOf([]),
    content: { 'text/tab-separated-values': { schema: { type: 'string' } } },
  },
  picture: {
    description: 'A picture.',
    headers: headersOf([]),
    content: { 'image/webp': { schema: BINARY }, 'image/png': { schema: BINARY } },
  },
};

/** Location of named schemas in the document. */
const COMPONENTS = '#/components/schemas/';

/**
 * Converts the contract's schemas to JSON Schema (2020-12). Schemas with an id (`.meta({ id: 'Post' })`) become
 * components.
 */
class NamedSchemas {
  readonly found: Record<string, unknown> = {};

  /** Returns an `input` or `output` as JSON Schema, referencing named schemas. */
  convert(schema: z.ZodType, io: 'input' | 'output'): object {
    const { $schema: _, $defs, ...rest } = z.toJSONSchema(schema, { io, override });
    for (const [name, definition] of Object.entries($defs ?? {}))
      this.found[name] = withComponents(definition);
    return withComponents(rest) as object;
  }
}

/** Removes constraints implied by type or format. */
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

const pictureSchema = {
  type: 'object',
  required: ['uploadId', 'image', 'width', 'height', 'description'],
  properties: {
    uploadId: { type: 'string', format: 'uuid' },
    image: { type: 'string', format: 'uri-reference' },
    width: { type: 'integer' },
    height: { type: 'integer' },
    description: { type: 'string' },
  },
};

const problemSchema = {
  type: 'object',
  required: ['type', 'title', 'status', 'code'],
  properties: {
    type: { const: 'about:blank' },
    title: { type: 'string' },
    status: { type: 'integer' },
    code: { type: 'string', enum: Object.keys(problemStatus) },
    requestId: { type: 'string' },
    /** With `edit.outdated`: the current text. */
    newer: {
      type: 'object',
      required: ['revision', 'body'],
      properties: {
        revision: { type: 'integer' },
        body: { type: 'string' },
        title: { type: 'string' },
        keywords: { type: 'array', items: { type: 'string' } },
        pictures: { type: 'array', items: pictureSchema },
      },
    },
    /** With `account.closed`: reason and end. */
    closure: {
      type: 'object',
      required: ['ground', 'text', 'endsAt'],
      properties: {
        ground: { type: 'string' },
        text: { type: ['string', 'null'] },
        endsAt: { type: 'string', format: 'date-time' },
      },
    },
    /** Seconds. */
    retryAfter: { type: 'integer' },
    fields: {
      type: 'array',
      items: {
        type: 'object',
        required: ['field', 'code'],
        properties: { field: { type: 'string' }, code: { type: 'string', enum: fieldCodes } },
      },
    },
  },
};

/** Returns a call's errors: common ones and its own. */
function problemsOf(name: string, endpoint: Endpoint): ReadonlySet<ProblemCode> {
  const codes = new Set<ProblemCode>([
    'origin.foreign',
    'limit.reached',
    'server.failed',
    'server.unavailable',
  ]);
  const add = (...more: readonly ProblemCode[]) => more.forEach((code) => codes.add(code));
  if (endpoint.access === 'user') add('session.required');
  if (STAFF_ACCESS.has(endpoint.access)) add('route.unknown');
  if (writesAsUser(name, endpoint)) add('session.otherUser');
  if (endpoint.path) add('resource.missing');
  if (endpoint.query) add('input.invalid');
  if (endpoint.body)
    add('request.malformed', 'body.slow', 'body.tooLarge', 'body.unsupported', 'input.invalid');
  if (endpoint.rawBody) add('request.malformed', 'body.slow', 'body.tooLarge');
  add(...endpoint.problems);
  return codes;
}

export type DescribeProblems = (codes: Iterable<ProblemCode>) => Record<string, object>;

/** Returns references to error answers by status; adds shared ones to `responses`. */
function describeProblemsIn(responses: Record<string, object>): DescribeProblems {
  return (codes) =>
    Object.fromEntries(
      groupByStatus(codes).map(([status, names]) => {
        const name = names.join('-');
        responses[name] ??= describeStatus(status, names);
        return [status, { $ref: `#/components/responses/${name}` }];
      }),
    );
}

function groupByStatus(codes: Iterable<ProblemCode>): [number, ProblemCode[]][] {
  const byStatus = new Map<number, ProblemCode[]>();
  for (const code of codes)
    byStatus.set(problemStatus[code], [...(byStatus.get(problemStatus[code]) ?? []), code]);
  return [...byStatus];
}

function describeStatus(status: number, names: readonly ProblemCode[]): object {
  return {
    description: names.join(', '),
    headers: headersOf([408, 429, 503].includes(status) ? ['Retry-After'] : []),
    content: { 'application/problem+json': { schema: narrowed(names) } },
  };
}

/** Returns the problem schema restricted to these codes. */
function narrowed(names: readonly ProblemCode[]): object {
  const code = { type: 'string', enum: names };
  return {
    allOf: [
      { $ref: '#/components/schemas/Problem' },
      { type: 'object', required: ['code'], properties: { code } },
    ],
  };
}

const text = { type: 'string' };

/** Answer headers for clients, without those protecting browsers. */
export const headerComponents = {
  'X-Request-Id': {
    description: 'Id of the request, also in the server log.',
    required: true,
    schema: text,
  },
  'Cache-Control': { description: 'Whether the response may be cached.', schema: text },
  'Retry-After': { description: 'Seconds until the same request may succeed.', schema: { type: 'integer' } },
  ETag: {
    description: 'Tag of the response, for `If-None-Match`. Weak: the same for all encodings.',
    schema: text,
  },
  Vary: { description: 'Request headers that select the encoding.', schema: text },
  'Set-Cookie': { description: 'The session, or an id of this browser.', schema: text },
  'Content-Disposition': { description: 'Name of the file.', schema: text },
} as const;

type HeaderName = keyof typeof headerComponents;

/** Returns references to these headers and to those of every answer. */
export function headersOf(names: readonly HeaderName[]): Record<string, object> {
  return Object.fromEntries(
    (['X-Request-Id', 'Cache-Control', ...names] as const).map((name) => [
      name,
      { $ref: `#/components/headers/${name}` },
    ]),
  );
}

/** The parameter for conditional requests. */
export const ifNoneMatch = {
  name: 'If-None-Match',
  in: 'header',
  required: false,
  description: 'Tags of the cached responses: 304 if one of them is current.',
  schema: text,
};

/** Returns the parameter with the user of a write. */
const userHeader = (required: boolean) => ({
  name: USER_HEADER,
  in: 'header',
  required,
  description: 'Id of the user who sends this. Fails with `session.otherUser` in another session.',
  schema: text,
});

/** Reference to the 304 answer. */
export const notModified = { $ref: '#/components/responses/not-modified' };
const notModifiedResponse = {
  description: 'The cached response is current.',
  headers: headersOf(['ETag', 'Vary']),
};
