import type { Edition } from '@madang/contract/campus/rules';
import {
  type ApiDescription,
  describeApi,
  type DescribeProblems,
  headersOf,
  ifNoneMatch,
  notModified,
  type Operation,
} from './http/openapi.ts';

const OPEN_TO_ALL = { security: [] };
const id = { type: 'string', format: 'uuid' };

/** Returns the API description of a site, endpoints outside the contract included. */
export function describeSite(title: string, cookie: string, edition: Edition): ApiDescription {
  return describeApi(title, cookie, edition, beside);
}

const status = (word: string) => ({
  description: 'Success.',
  headers: headersOf([]),
  content: {
    'application/json': {
      schema: { type: 'object', required: ['status'], properties: { status: { const: word } } },
    },
  },
});

const picture = (type: string, describeProblems: DescribeProblems) => ({
  200: {
    description: 'The picture.',
    headers: headersOf(['ETag']),
    content: { [type]: { schema: { type: 'string', format: 'binary' } } },
  },
  304: notModified,
  ...describeProblems([
    'origin.foreign',
    'session.required',
    'resource.missing',
    'limit.reached',
    'server.failed',
    'server.unavailable',
  ]),
});

const inPath = (name: string, schema: object) => ({ name, in: 'path', required: true, schema });

const beside = (describeProblems: DescribeProblems): Record<string, Operation> => ({
  'GET /health/live': {
    operationId: 'isLive',
    summary: 'Returns whether the process runs.',
    ...OPEN_TO_ALL,
    responses: { 200: status('live'), ...describeProblems(['origin.foreign', 'server.failed']) },
  },
  'GET /health/ready': {
    operationId: 'isReady',
    summary: 'Returns whether the database answers and the process is not stopping.',
    ...OPEN_TO_ALL,
    responses: {
      200: status('ready'),
      ...describeProblems(['origin.foreign', 'server.failed', 'server.unavailable']),
    },
  },
  'GET /api/openapi.json': {
    operationId: 'describeApi',
    summary: 'Returns this description.',
    ...OPEN_TO_ALL,
    responses: {
      200: {
        description: 'An OpenAPI document.',
        headers: headersOf([]),
        content: { 'application/json': { schema: { type: 'object' } } },
      },
      ...describeProblems(['origin.foreign', 'server.failed']),
    },
  },
  'GET /images/posts/{upload}/{file}': {
    operationId: 'readPicture',
    summary: 'Returns a picture of a post, large or small.',
    parameters: [
      inPath('upload', id),
      inPath('file', { type: 'string', enum: ['large.webp', 'small.webp'] }),
      ifNoneMatch,
    ],
    responses: {
      ...picture('image/webp', describeProblems),
      204: {
        description:
          'Empty, if the request says `no-store`: the browser then drops the picture from its cache.',
        headers: headersOf([]),
      },
    },
  },
  'GET /EventImg/{file}': {
    operationId: 'readEventPicture',
    summary: 'Returns the picture of an event, or as WebP its poster.',
    parameters: [
      inPath('file', { type: 'string', pattern: '^[0-9a-f-]{36}(\\.png|\\.[A-Za-z0-9_-]{16}\\.webp)$' }),
      ifNoneMatch,
    ],
    responses: picture('image/png', describeProblems),
  },
});
