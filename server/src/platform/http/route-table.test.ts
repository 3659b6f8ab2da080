import { describe, expect, test } from 'vitest';
import { RouteTable } from './route-table.ts';

const table = new RouteTable<string>();
for (const name of [
  'GET /api/posts/latest',
  'GET /api/posts/{id}',
  'PUT /api/posts/{id}/like',
  'GET /api/posts/latest/week',
  'GET /api/buildings/{buildingId}/posts',
  'POST /api/buildings/{board}/posts',
]) {
  const [method = '', template = ''] = name.split(' ');
  table.add(method, template, name);
}
const find = (method: string, path: string) => {
  const found = table.find(method, path);
  return found && [found.route, { ...found.parameters }];
};

describe('a route is found', () => {
  test('by its literal segments before its parameters', () => {
    expect(find('GET', '/api/posts/latest')).toEqual(['GET /api/posts/latest', {}]);
    expect(find('GET', '/api/posts/7')).toEqual(['GET /api/posts/{id}', { id: '7' }]);
    expect(find('GET', '/api/posts/latest/week')).toEqual(['GET /api/posts/latest/week', {}]);
  });

  test('by a parameter where the literal leads nowhere', () => {
    expect(find('PUT', '/api/posts/latest/like')).toEqual(['PUT /api/posts/{id}/like', { id: 'latest' }]);
  });

  test('with its own names of the parameters', () => {
    expect(find('GET', '/api/buildings/main/posts')?.[1]).toEqual({ buildingId: 'main' });
    expect(find('POST', '/api/buildings/main/posts')?.[1]).toEqual({ board: 'main' });
  });

  test('for HEAD where there is one for GET', () => {
    expect(find('HEAD', '/api/posts/latest')?.[0]).toBe('GET /api/posts/latest');
    expect(find('HEAD', '/api/posts/7/like')).toBeUndefined();
  });

  test('by what an encoded segment says, and a slash in it is a letter', () => {
    expect(find('GET', '/api/p%6Fsts/%6Catest')?.[0]).toBe('GET /api/posts/latest');
    expect(find('GET', '/api/posts/a%2Flike')).toEqual(['GET /api/posts/{id}', { id: 'a/like' }]);
    expect(find('GET', '/api/posts/%2561')?.[1]).toEqual({ id: '%61' });
    expect(find('GET', '/api/posts/%zz')?.[1]).toEqual({ id: '%zz' });
  });
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
])('nothing stands at %j', (path) => expect(find('GET', path)).toBeUndefined());

test('a second route at the same place is refused, whatever its parameters are called', () => {
  expect(() => table.add('GET', '/api/posts/{postId}', 'again')).toThrow('mounted twice');
});
