import { expect, test } from 'vitest';
import type { RequestContext } from './request.ts';
import { Routes } from './pipeline.ts';

const routes = new Routes();
let answered: unknown[] | undefined;
for (const name of [
  'GET /api/posts/latest',
  'POST /api/posts',
  'GET /api/posts/{id}',
  'PUT /api/posts/{id}/like',
  'GET /api/posts/latest/week',
  'GET /api/buildings/{buildingId}/posts',
  'POST /api/buildings/{board}/posts',
]) {
  routes.add(name, ({ req }) => {
    answered = [name, req.param()];
  });
}
const find = async (method: string, path: string) => {
  answered = undefined;
  await routes.hono.fetch(new Request('http://site', { method }), { path } as RequestContext);
  return answered;
};

test('a route is found: by its literal segments before its parameters', async () => {
  expect(await find('GET', '/api/posts/latest')).toEqual(['GET /api/posts/latest', {}]);
  expect(await find('GET', '/api/posts/7')).toEqual(['GET /api/posts/{id}', { id: '7' }]);
  expect(await find('GET', '/api/posts/latest/week')).toEqual(['GET /api/posts/latest/week', {}]);
});

test('a route is found: by a parameter where the literal leads nowhere', async () => {
  expect(await find('PUT', '/api/posts/latest/like')).toEqual(['PUT /api/posts/{id}/like', { id: 'latest' }]);
});

test('a route is found: with its own names of the parameters', async () => {
  expect((await find('GET', '/api/buildings/main/posts'))?.[1]).toEqual({ buildingId: 'main' });
  expect((await find('POST', '/api/buildings/main/posts'))?.[1]).toEqual({ board: 'main' });
});

test('a route is found: for HEAD where there is one for GET', async () => {
  expect((await find('HEAD', '/api/posts/latest'))?.[0]).toBe('GET /api/posts/latest');
  expect(await find('HEAD', '/api/posts/7/like')).toBeUndefined();
});

test('a route is found: by the decoded segment, in which a slash is a letter', async () => {
  expect((await find('GET', '/api/p%6Fsts/%6Catest'))?.[0]).toBe('GET /api/posts/latest');
  expect(await find('GET', '/api/posts/a%2Flike')).toEqual(['GET /api/posts/{id}', { id: 'a/like' }]);
  expect((await find('GET', '/api/posts/%2561'))?.[1]).toEqual({ id: '%61' });
  expect((await find('GET', '/api/posts/%zz'))?.[1]).toEqual({ id: '%zz' });
});

test.each([
  '',
  '/',
  '/api',
  '/api/posts',
  '/api/posts/',
  '/api/posts/7/',
  '//api/posts/7',
  '/API/posts/7',
  'api/posts/7',
  '/api/posts/__proto__/constructor',
])('no route at %j', async (path) => expect(await find('GET', path)).toBeUndefined());

test('address: compared exactly', async () => {
  expect(await find('POST', '/api/posts')).toEqual(['POST /api/posts', {}]);
  expect(await find('POST', '/api/posts/')).toBeUndefined();
  expect(await find('POST', '/API/posts')).toBeUndefined();
});

test('second route at the same path: refused, whatever its parameter names', () => {
  expect(() => routes.add('GET /api/posts/{postId}', () => {})).toThrow('mounted twice');
});

test('a route behind one that takes all of its addresses is refused', () => {
  const hiding = new Routes();
  hiding.add('GET /api/posts/{id}', () => {});
  expect(() => hiding.add('GET /api/posts/latest', () => {})).toThrow('GET /api/posts/{id} answers');
  hiding.add('PUT /api/posts/latest', () => {});
  hiding.add('GET /api/posts/latest/week', () => {});
});
