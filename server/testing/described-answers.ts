import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { Endpoint } from '@madang/contract/endpoint';
import { endpoints } from '@madang/contract/endpoints';
import { describeSite } from '../src/api-description.ts';
import { headerComponents } from '../src/http/openapi.ts';

/** A response of the API description, or a reference to one. */
interface Described {
  $ref?: string;
  headers?: Record<string, object>;
  content?: Record<string, { schema: object }>;
}

const { paths, components } = describeSite('Madang', 'madang', 'official');
const calls = Object.entries(paths).flatMap(([path, operations]) =>
  Object.entries(operations).map(([method, { responses }]) => ({
    name: `${method.toUpperCase()} ${path}`,
    method: method.toUpperCase(),
    path: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
    responses: Object.fromEntries(
      Object.entries(responses as Record<string, Described>).map(([status, one]) => [status, follow(one)]),
    ),
  })),
);

/** Endpoints that only one edition has. */
const ofOneEdition = new Set(
  Object.entries<Endpoint>(endpoints).flatMap(([name, { edition }]) => (edition ? [name] : [])),
);

/** Response of every undescribed path or method under /api. */
const elsewhere: Described = {
  content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
};

const ajv = new Ajv2020({ strict: false });
// The module is CommonJS, so its export can be in either place.
(addFormats.default ?? addFormats)(ajv);
ajv.addFormat('binary', true);
ajv.addFormat('password', true);

/** Compiled on first use: a test file needs only a few of them. */
const validators = new Map<object, ValidateFunction>();

/**
 * Checks an answer against the API description: status, type, body and headers.
 * The body can still be read. Answers that are not described, such as pages, pass.
 *
 * @throws {Error} with the call and the part of its answer that is not described.
 */
export async function requireDescribed(method: string, target: string, answer: Response): Promise<void> {
  const path = new URL(target, 'http://site').pathname;
  const asked = method === 'HEAD' ? 'GET' : method;
  const call = calls.find((one) => one.method === asked && one.path.test(path));
  const dark = call && ofOneEdition.has(call.name) && [404, 405].includes(answer.status);
  const described = dark ? undefined : call?.responses;
  if (!described && !path.startsWith('/api/')) return;
  const wrong = (what: string) =>
    new Error(`${method} ${path} answered ${answer.status}: ${what} is not described`);
  const response = described ? described[answer.status] : elsewhere;
  if (!response || (!described && ![403, 404, 405].includes(answer.status))) throw wrong('that');
  if (described) requireHeaders(answer, response, wrong);
  if (method === 'HEAD') return;
  const type = answer.headers.get('content-type')?.split(';', 1)[0] ?? '';
  const content = response.content?.[type];
  if ((type !== '' || response.content) && !content) throw wrong(`the type "${type}"`);
  if (!content || !type.endsWith('json')) return;
  const validate = validatorOf(content.schema);
  if (!validate(await answer.clone().json())) throw wrong(ajv.errorsText(validate.errors));
}

/** Resolves a reference to a response. */
function follow(response: Described): Described {
  const name = response.$ref?.replace('#/components/responses/', '');
  return name === undefined ? response : (components['responses']?.[name] as Described);
}

function requireHeaders(answer: Response, { headers = {} }: Described, wrong: (what: string) => Error): void {
  for (const name of Object.keys(headerComponents))
    if (answer.headers.has(name) && !(name in headers)) throw wrong(`the header ${name}`);
  if (!answer.headers.has('x-request-id')) throw wrong('an answer without X-Request-Id');
}

function validatorOf(schema: object): ValidateFunction {
  const known = validators.get(schema);
  if (known) return known;
  // References point to the document's own components.
  const compiled = ajv.compile({ ...schema, components });
  validators.set(schema, compiled);
  return compiled;
}
