import { type Edition, isIn } from '@madang/contract/campus/rules';
import { type Endpoint, writesAsUser } from '@madang/contract/endpoint';
import { endpoints } from '@madang/contract/endpoints';
import type { z } from 'zod';
import {
  headerComponents,
  headersOf,
  ifNoneMatch,
  notModified,
  notModifiedResponse,
  userHeader,
} from './openapi-headers.ts';
import { describeProblemsIn, problemSchema, problemsOf, type DescribeProblems } from './openapi-problems.ts';
import { NamedSchemas } from './openapi-schemas.ts';

const SESSION = 'session';

/** A call of the description by method and path, as OpenAPI writes it. */
export type Operation = Readonly<Record<string, unknown>>;

/** The OpenAPI 3.1 document, as far as it is looked into here. */
export interface ApiDescription {
  openapi: string;
  info: Readonly<Record<string, unknown>>;
  servers: readonly { url: string }[];
  security: readonly Readonly<Record<string, readonly string[]>>[];
  paths: Record<string, Record<string, Operation>>;
  components: Record<string, Record<string, unknown>>;
}

const DESCRIPTION = `Sign in with \`signIn\`: the answer sets a cookie, and every other call needs it that is not open to all. New posts, \
replies and uploads bring their own id, a UUID of version 7: the same one sent again changes nothing. What is refused is \
answered with a \`Problem\` whose \`code\` says why. A call that changes something and has an \`Origin\` must have this \
site's own. A call that writes as the signed-in user names them in \`Madang-User\`; in another user's session it is \
refused. GET answers HEAD too; another method at a path is 405 with \`Allow\`, another path 404.`;

/**
 * The OpenAPI 3.1 document of every endpoint of the edition; schemas are JSON Schema 2020-12.
 *
 * @param cookie the session cookie's name.
 * @param describeBeside what is answered beside the contract, by method and path.
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
    // Open to all; who is signed in all the same says so, and learns about themselves.
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
  // Anyone who changed something gets the mark with which they see it at once.
  const marked = endpoint.output && endpoint.access !== 'public' && !name.startsWith('GET ');
  const cookies = endpoint.cookies || marked ? (['Set-Cookie'] as const) : [];
  const headers = headersOf([...(endpoint.shared ? (['ETag', 'Vary'] as const) : []), ...cookies]);
  if (!endpoint.output) return { description: 'Done.', headers };
  const schema = schemas.convert(endpoint.output, 'output');
  return { description: 'The answer.', headers, content: { 'application/json': { schema } } };
}

const BINARY = { type: 'string', format: 'binary' };

const streams = {
  events: {
    description: 'A stream.',
    headers: headersOf([]),
    content: { 'text/event-stream': { schema: { type: 'string' } } },
  },
  archive: {
    description: 'A file.',
    headers: headersOf(['Content-Disposition']),
    content: { 'application/zip': { schema: BINARY } },
  },
  drawing: {
    description: 'A drawing.',
    headers: headersOf([]),
    content: { 'image/svg+xml': { schema: { type: 'string' } } },
  },
  page: {
    description: 'A page to print.',
    headers: headersOf([]),
    content: { 'text/html': { schema: { type: 'string' } } },
  },
  picture: {
    description: 'A picture.',
    headers: headersOf([]),
    content: { 'image/webp': { schema: BINARY }, 'image/png': { schema: BINARY } },
  },
};
