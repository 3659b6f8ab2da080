import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { problemStatus } from '@madang/contract/errors';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import openapiTypes, { astToString, type OpenAPI3 } from 'openapi-typescript';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { requireDescribed } from '../testing/described-answers.ts';
import { TestBrowser } from '../testing/test-browser.ts';
import { describeSite } from './api-description.ts';

// Generates a client from /api/openapi.json, as an outside developer would.

const description = describeSite('Madang', 'madang', 'official');
const folder = import.meta.dirname;

/** Client code that uses only ids from answers. */
const CLIENT = `
import createClient from 'openapi-fetch';
import type { components, paths } from './described.ts';

export async function visit(baseUrl: string, fresh: () => string): Promise<components['schemas']['Reply']> {
  const api = createClient<paths>({ baseUrl });
  const signedIn = await api.POST('/api/session', { body: { email: 'kim@korea.ac.kr', password: 'correct horse' } });
  if (signedIn.error?.code === 'limit.reached') throw new Error(\`in \${signedIn.error.retryAfter ?? 0} seconds\`);
  const { data: campus } = await api.GET('/api/buildings');
  const building = campus?.buildings[0];
  if (!building) throw new Error('no building');
  const path = { buildingId: building.id };
  const header = { 'Madang-User': signedIn.data?.user?.id ?? 'none' };
  const listed = await api.GET('/api/buildings/{buildingId}/posts', { params: { path, query: { order: 'popular' } } });
  const written = await api.POST('/api/buildings/{buildingId}/posts', {
    params: { path, header },
    body: { id: fresh(), title: '제목', body: '본문', keywords: [], uploadId: null },
  });
  const id: string | undefined = listed.data?.posts[0]?.id ?? written.data?.post.id;
  if (id === undefined) throw new Error(written.error?.fields?.[0]?.code ?? 'no post');
  const replied = await api.POST('/api/posts/{id}/replies', {
    params: { path: { id }, header },
    body: { id: fresh(), body: '댓글' },
  });
  if (!replied.data) throw new Error(replied.error.code);
  return replied.data;
}
`;

/** Returns the compiler's errors for a client that uses types made from the description. */
async function compile(client: string): Promise<string[]> {
  const described = astToString(await openapiTypes(structuredClone(description) as unknown as OpenAPI3));
  const files = new Map([
    [join(folder, 'described.ts'), described],
    [join(folder, 'client.ts'), client],
  ]);
  const options: ts.CompilerOptions = {
    strict: true,
    noEmit: true,
    noUncheckedIndexedAccess: true,
    allowImportingTsExtensions: true,
    skipLibCheck: true,
    target: ts.ScriptTarget.ES2023,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    lib: ['lib.es2023.d.ts', 'lib.dom.d.ts'],
    types: [],
  };
  const host = ts.createCompilerHost(options);
  const { fileExists, readFile, getSourceFile } = host;
  host.fileExists = (name) => files.has(name) || fileExists(name);
  host.readFile = (name) => files.get(name) ?? readFile(name);
  host.getSourceFile = (name, version, ...rest) => {
    const text = files.get(name);
    return text === undefined
      ? getSourceFile(name, version, ...rest)
      : ts.createSourceFile(name, text, version);
  };
  return ts
    .getPreEmitDiagnostics(ts.createProgram([...files.keys()], options, host))
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
}

test('types made from the description compile with a client that passes listed ids on', async () => {
  expect(await compile(CLIENT)).toEqual([]);
  // Invalid schemas: an id that is a number is no id.
  const wrong = CLIENT.replace('params: { path: { id }, header }', 'params: { path: { id: 7 }, header }');
  expect(await compile(wrong)).toEqual([
    expect.stringContaining("'number' is not assignable to type 'string'"),
  ]);
});

test('every answer that a test gets is held against the description', async () => {
  const headers = { 'X-Request-Id': '1', 'Content-Type': 'application/json' };
  const hold = (method: string, path: string, status: number, body: object, more: object = {}) =>
    requireDescribed(
      method,
      path,
      new Response(JSON.stringify(body), { status, headers: { ...headers, ...more } }),
    );
  const problem = (status: number, code: string) =>
    [
      status,
      { type: 'about:blank', title: '', status, code },
      { 'Content-Type': 'application/problem+json' },
    ] as const;
  const state = { liked: true, likeCount: 1 };
  const like = ['PUT', '/api/posts/0192f0c1-1111-7111-8111-111111111111/like'] as const;
  await hold(...like, 200, state);
  await hold(...like, 200, state, { 'Set-Cookie': 'madang-fresh=1' });
  await hold(...like, ...problem(404, 'resource.missing'));
  await hold('PATCH', '/api/posts', ...problem(404, 'route.unknown'));
  for (const refused of [
    hold(...like, 201, state),
    hold(...like, 200, { liked: true }),
    hold(...like, 200, { ...state, liker: 'kim' }),
    hold(...like, 200, state, { 'Content-Type': 'text/html' }),
    hold(...like, 200, state, { ETag: '"a"' }),
    hold(...like, ...problem(404, 'route.unknown')),
    hold(...like, ...problem(409, 'email.exists')),
    hold('PATCH', '/api/posts', ...problem(409, 'email.exists')),
    hold('PATCH', '/api/posts', 404, state),
  ])
    await expect(refused).rejects.toThrow('is not described');
  // The test browser validates each answer.
  const server = createServer((_, outgoing) => outgoing.writeHead(418, headers).end('{}'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const browser = new TestBrowser(`http://127.0.0.1:${port}`, { described: true });
  await expect(browser.send('GET', '/api/campus')).rejects.toThrow('answered 418: that is not described');
  server.closeAllConnections();
  server.close();
});

test('redocly: finds no error and no warning in the description', async () => {
  const lint = async (document: object) =>
    lintFromString({
      source: JSON.stringify(document),
      absoluteRef: join(folder, 'openapi.json'),
      config: await createConfig({ extends: ['recommended'] }),
    });
  expect((await lint(description)).map(({ ruleId, message }) => `${ruleId}: ${message}`)).toEqual([]);
  expect(await lint({ ...description, security: [{ nothing: [] }] })).not.toEqual([]);
});

test('every problem code that the contract names is answered by something', () => {
  const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !/\.test\.ts$|openapi|api-description/.test(path))
    .map((path) => readFileSync(join(folder, path), 'utf8'))
    .join('\n');
  expect(Object.keys(problemStatus).filter((code) => !sources.includes(`'${code}'`))).toEqual([]);
});

test('calls: have names, access, headers and formats', () => {
  const all = Object.values(description.paths).flatMap((calls) => Object.values(calls));
  const names = all.map(({ operationId }) => operationId);
  expect(new Set(names).size).toBe(all.length);
  for (const name of names) expect(name).toMatch(/^[a-z][a-zA-Z]+$/);
  const { '/api/session': session, '/api/campus': campus, '/health/live': live } = description.paths;
  const { '/api/posts/{id}': post, '/api/posts/{id}/replies/live': stream } = description.paths;
  // Operations without own security need the session.
  expect(description).toMatchObject({ security: [{ session: [] }] });
  expect([session?.['delete']?.['security'], post?.['get']?.['security']]).toEqual([undefined, undefined]);
  const open = [{}, { session: [] }];
  expect([session?.['post'], campus?.['get'], live?.['get']]).toMatchObject([
    {
      security: open,
      responses: {
        201: { headers: { 'Set-Cookie': {} } },
        429: { $ref: '#/components/responses/limit.reached' },
      },
    },
    { security: open, responses: { 200: { headers: { ETag: {} } }, 304: {} } },
    { security: [] },
  ]);
  const named = (name: string) => expect.arrayContaining([expect.objectContaining({ name, in: 'header' })]);
  expect([post?.['get'], stream?.['get']]).toMatchObject([
    { parameters: named('If-None-Match') },
    { parameters: named('Last-Event-ID') },
  ]);
  expect(description.components['responses']).toMatchObject({
    'limit.reached': { headers: { 'Retry-After': {} } },
  });
  expect(description.components['schemas']).toMatchObject({
    Post: { properties: { id: { type: 'string', format: 'uuid' }, createdAt: { format: 'date-time' } } },
    Me: { properties: { email: { format: 'email' } } },
    Building: { properties: { picture: { anyOf: [{ format: 'uri-reference' }, { type: 'null' }] } } },
  });
});
