import type { Endpoint } from '@madang/contract/endpoint';
import { problemStatus, type ProblemCode } from '@madang/contract/errors';
import { endpoints } from '@madang/contract/endpoints';
import { z } from 'zod';

const SESSION = 'session';

/** The OpenAPI 3.1 document of every endpoint of the contract; schemas are JSON Schema 2020-12. */
export function describeApi(title: string, cookie: string): object {
  const paths: Record<string, Record<string, object>> = {};
  for (const [name, endpoint] of Object.entries<Endpoint>(endpoints)) {
    const [method, path] = name.split(' ') as [string, string];
    (paths[path] ??= {})[method.toLowerCase()] = describeEndpoint(endpoint);
  }
  return {
    openapi: '3.1.0',
    info: { title: `${title} API`, version: '1', license: { name: 'MIT', identifier: 'MIT' } },
    paths,
    components: {
      securitySchemes: { [SESSION]: { type: 'apiKey', in: 'cookie', name: cookie } },
      schemas: { Problem: problemSchema },
    },
  };
}

function describeEndpoint(endpoint: Endpoint): object {
  const parameters = [
    ...describeParameters(endpoint.path, 'path'),
    ...describeParameters(endpoint.query, 'query'),
  ];
  return {
    summary: endpoint.summary,
    ...(endpoint.access === 'student' ? { security: [{ [SESSION]: [] }] } : {}),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...describeRequest(endpoint),
    responses: { [endpoint.status]: describeSuccess(endpoint), ...describeProblems(endpoint.problems) },
  };
}

function describeParameters(schema: z.ZodObject | undefined, where: 'path' | 'query'): object[] {
  return Object.entries(schema?.shape ?? {}).map(([name, part]) => ({
    name,
    in: where,
    required: where === 'path' || !part.safeParse(undefined).success,
    schema: toJsonSchema(part as z.ZodType, 'input'),
  }));
}

function describeRequest(endpoint: Endpoint): object {
  if (endpoint.body) {
    const schema = toJsonSchema(endpoint.body, 'input');
    return { requestBody: { required: true, content: { 'application/json': { schema } } } };
  }
  if (endpoint.rawBody) {
    return {
      requestBody: {
        required: true,
        content: { 'image/*': { schema: { type: 'string', format: 'binary' } } },
      },
    };
  }
  return {};
}

function describeSuccess(endpoint: Endpoint): object {
  if (endpoint.stream) return streams[endpoint.stream];
  if (!endpoint.output) return { description: 'Done.' };
  return {
    description: 'The answer.',
    content: { 'application/json': { schema: toJsonSchema(endpoint.output, 'output') } },
  };
}

const streams = {
  events: { description: 'A stream.', content: { 'text/event-stream': { schema: { type: 'string' } } } },
  archive: {
    description: 'A file.',
    content: { 'application/gzip': { schema: { type: 'string', format: 'binary' } } },
  },
};

function describeProblems(codes: readonly ProblemCode[]): Record<string, object> {
  const byStatus = new Map<number, ProblemCode[]>();
  for (const code of codes)
    byStatus.set(problemStatus[code], [...(byStatus.get(problemStatus[code]) ?? []), code]);
  return Object.fromEntries(
    [...byStatus].map(([status, names]) => [
      status,
      {
        description: names.join(', '),
        content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
      },
    ]),
  );
}

function toJsonSchema(schema: z.ZodType, io: 'input' | 'output'): object {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return rest;
}

const problemSchema = {
  type: 'object',
  required: ['type', 'title', 'status', 'code'],
  properties: {
    type: { const: 'about:blank' },
    title: { type: 'string' },
    status: { type: 'integer' },
    code: { enum: Object.keys(problemStatus) },
    requestId: { type: 'string' },
    retryAfter: { type: 'integer' },
    fields: {
      type: 'array',
      items: { type: 'object', properties: { field: { type: 'string' }, code: { type: 'string' } } },
    },
  },
};
