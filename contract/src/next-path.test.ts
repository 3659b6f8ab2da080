import { describe, expect, it } from 'vitest';
import { loginPath, readNextPath } from './next-path.ts';

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

  it('is null without next', () => {
    expect(readNextPath('')).toBeNull();
  });
});
