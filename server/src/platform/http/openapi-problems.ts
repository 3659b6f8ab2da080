import { STAFF_ACCESS, type Endpoint, writesAsUser } from '@madang/contract/endpoint';
import { fieldCodes, problemStatus, type ProblemCode } from '@madang/contract/errors';
import { headersOf } from './openapi-headers.ts';

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

/** The body of every refusal. */
export const problemSchema = {
  type: 'object',
  required: ['type', 'title', 'status', 'code'],
  properties: {
    type: { const: 'about:blank' },
    title: { type: 'string' },
    status: { type: 'integer' },
    code: { type: 'string', enum: Object.keys(problemStatus) },
    requestId: { type: 'string' },
    /** With `edit.outdated`: what stands there now. */
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
    /** With `account.closed`: why, and until when. */
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

/** What a call may be refused for: what the way to its handler refuses, and what it refuses itself. */
export function problemsOf(name: string, endpoint: Endpoint): ReadonlySet<ProblemCode> {
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

/** Describes what may be refused, by status. */
export type DescribeProblems = (codes: Iterable<ProblemCode>) => Record<string, object>;

/**
 * Makes references to refusals, by status and named by the codes that come with it, and puts what they lead to into
 * `responses`: many calls are refused for the same.
 */
export function describeProblemsIn(responses: Record<string, object>): DescribeProblems {
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

/** A problem with one of these codes only. */
function narrowed(names: readonly ProblemCode[]): object {
  const code = { type: 'string', enum: names };
  return {
    allOf: [
      { $ref: '#/components/schemas/Problem' },
      { type: 'object', required: ['code'], properties: { code } },
    ],
  };
}
