import { afterEach, expect, test, vi } from 'vitest';
import { navigate } from './router.tsx';

afterEach(() => vi.unstubAllGlobals());

/** Stubs a browser that refuses every new history entry. */
function stubRefusal() {
  const assign = vi.fn<(to: string) => void>();
  const pushState = (): never => {
    throw new DOMException('too many', 'SecurityError');
  };
  vi.stubGlobal('window', {
    history: { state: null, pushState },
    location: { href: 'https://madang.example/board/question', assign },
  });
  return assign;
}

test('navigate: loads the page if the browser rejects another history entry', () => {
  const assign = stubRefusal();
  navigate('/post/1?a=b#r2');
  expect(assign.mock.calls).toEqual([['/post/1?a=b#r2']]);
});

test.each([
  '//evil.example',
  '/\\evil.example',
  'https://evil.example/',
  '/.//evil.example',
  'javascript:alert(1)',
])('navigate: never loads %j, an address of another site', (to) => {
  const assign = stubRefusal();
  expect(() => navigate(to)).toThrow('too many');
  expect(assign).not.toHaveBeenCalled();
});
