import { findScreen } from '@madang/contract/screens';
import { expect, test } from 'vitest';
import { firstAddresses, knownSearch } from './screen-files.ts';

const asked = (path: string, visit: { search?: string; signedIn?: boolean } = {}) =>
  firstAddresses({ path, search: '', signedIn: true, edition: 'beta', ...visit }).slice(1);

test('student’s screen: requests what its address names', () => {
  const wanted = ['/api/buildings/main-hall', '/api/buildings/main-hall/posts?order=recent'];
  expect(asked('/building/main-hall')).toEqual(wanted);
  expect(asked('/Building/main-hall/')).toEqual(wanted);
  expect(asked('/')).toEqual(['/api/events']);
  expect(asked('/nowhere')).toEqual([]);
});

test('official edition: adds its own requests, for users only', () => {
  const home = { path: '/', search: '', edition: 'official' } as const;
  expect(firstAddresses({ ...home, signedIn: true })).toEqual(['/api/campus', '/api/events', '/api/home']);
  expect(firstAddresses({ ...home, signedIn: false })).toEqual(['/api/campus']);
});

test('query: only parameters that the screen reads count', () => {
  const posts = (search: string) => asked('/building/main-hall', { search })[1];
  expect(posts('sort=popular')).toBe('/api/buildings/main-hall/posts?order=popular');
  for (const search of ['sort=oldest', 'sort=', 'filter=1', 'sort=recent&sort=popular'])
    expect(posts(search)).toBe('/api/buildings/main-hall/posts?order=recent');
  expect(asked('/board/festival', { search: 'filter=2' })[1]).toBe('/api/festival/posts?filter=2');
  expect(asked('/board/festival', { search: 'filter=3' })[1]).toBe('/api/festival/posts?filter=0');
});

test('visitor’s screen: requests nothing of users', () => {
  for (const path of ['/building/main-hall', '/login', '/'])
    expect(firstAddresses({ path, search: '', signedIn: false, edition: 'beta' })).toEqual(['/api/campus']);
  expect(asked('/terms', { signedIn: false })).toEqual(['/api/legal/terms']);
});

test('parts of an address are encoded as the web app does', () => {
  expect(asked('/post/%EA%B0%80')).toEqual(['/api/posts/%EA%B0%80', '/api/posts/%EA%B0%80/replies?after=0']);
  expect(asked('/post/a%2Fb?c')[0]).toBe('/api/posts/a%2Fb%3Fc');
  expect(asked('/post/%')[0]).toBe('/api/posts/%25');
});

test('unused query parameters: omitted; the others are normalized', () => {
  const known = (path: string, search: string) => knownSearch(findScreen(path, 'beta')?.screen, search);
  expect(known('/post/1', 'x=1')).toBe('');
  expect(known('/nowhere', 'next=1')).toBe('');
  // Links of mails work for visitors.
  expect(known('/verify', 'x=1&token=secret')).toBe('token=secret');
  expect(known('/reset', 'undo=secret')).toBe('undo=secret');
  expect(findScreen('/rights', 'official')?.screen.reads).toEqual(['token', 'post', 'reply']);
  expect(known('/write', 'x=1')).toBe('');
  for (const search of ['sort=popular', 'x=1&sort=popular', 's%6Frt=popular&sort=recent'])
    expect(known('/building/main-hall', search)).toBe('sort=popular');
  for (const search of ['sort=recent', 'sort=oldest', 'sort='])
    expect(known('/board/question', search)).toBe('');
  expect(known('/search', 'order=recent&query=%EC%B1%85&a')).toBe('query=%EC%B1%85&order=recent');
  expect(known('/login', `next=${'a'.repeat(500)}`)).toHaveLength(505);
  expect(known('/login', `next=${'a'.repeat(501)}`)).toBeNull();
});
