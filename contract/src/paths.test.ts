import { describe, expect, it } from 'vitest';
import { loginPath, readNextPath, readOwnPath } from './paths.ts';

const read = (next: string) => readNextPath(`?${new URLSearchParams({ next })}`);

describe('next path', () => {
  it.each(['/post/1', '/verify?token=abc', '/board/question?sort=popular#end'])('keeps %s', (path) => {
    expect(read(path)).toBe(path);
    expect(readNextPath(new URL(loginPath(path), 'https://madang.example').search)).toBe(path);
  });

  it.each([
    'https://evil.example/',
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    '\\\\evil.example',
    'javascript:alert(1)',
    'post/1',
    '',
    '/',
    '/login?next=/login',
    '/signup',
  ])('refuses %j', (path) => {
    expect(read(path)).toBeNull();
  });

  it.each([
    '///evil.example',
    'https:evil.example',
    'https:/evil.example',
    'http://evil.example@evil.example',
    'JaVaScRiPt:alert(1)',
    ' javascript:alert(1)',
    'data:text/html,evil',
    '\\/evil.example',
    '/\n/evil.example',
    '\t//evil.example',
    '/login/..//evil.example',
    '/.//evil.example',
    '/%2F%2Fevil.example',
    '%2F%2Fevil.example',
    '/%252F%252Fevil.example',
    '/login?next=//evil.example',
    'evil.example',
  ])('stays on the site for %j', (path) => {
    const { origin } = new URL(read(path) ?? '/', 'https://madang.example');
    expect(origin).toBe('https://madang.example');
  });

  it('takes the first of several', () => {
    expect(readNextPath('?next=/building&next=//evil.example')).toBe('/building');
  });

  it('is null without next', () => {
    expect(readNextPath('')).toBeNull();
  });
});

describe('own path', () => {
  const site = 'https://madang.example';

  it.each([
    ['/post/1?push=2#r3', '/post/1?push=2#r3'],
    [`${site}/post/1`, '/post/1'],
    ['?sort=popular', '/board/question?sort=popular'],
  ])('of %s is %s', (address, path) => {
    expect(readOwnPath(address, `${site}/board/question`)).toBe(path);
  });

  it.each([
    'https://evil.example/post/1',
    '//evil.example',
    '/\\evil.example',
    '/.//evil.example',
    `${site}//evil.example`,
    'http://madang.example/post/1',
    'javascript:alert(1)',
    'https://',
  ])('is null for %j', (address) => {
    expect(readOwnPath(address, site)).toBeNull();
  });
});
