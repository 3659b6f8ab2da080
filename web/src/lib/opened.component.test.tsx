import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { useOpened } from './opened.ts';
import { readEntry, Router } from './router.tsx';
import { rememberScroll } from './scroll-memory.ts';

test('opened page: first rows first; all at once where the user returns to a scrolled page', () => {
  const rendered: boolean[] = [];
  function Page() {
    rendered.push(useOpened());
    return null;
  }
  const open = () => {
    rendered.length = 0;
    const page = render(<Page />, { wrapper: Router });
    page.unmount();
    return [rendered[0], rendered.at(-1)];
  };
  expect(open()).toEqual([false, true]);
  rememberScroll(readEntry().key, 0);
  expect(open()).toEqual([false, true]);
  rememberScroll(readEntry().key, 300);
  expect(open()).toEqual([true, true]);
});
