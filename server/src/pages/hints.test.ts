import { FEATURES } from '@madang/contract/campus/rules';
import { SCREENS } from '@madang/contract/screens';
import { expect, test } from 'vitest';
import { linkHeader, listFiles, type PageVisit } from './hints.ts';

const files = listFiles({
  'src/main.tsx': { file: 'start.js', isEntry: true, css: ['start.css'], imports: ['_shared.js'] },
  '_shared.js': { file: 'assets/shared.js' },
  'src/features/accounts/login-screen.tsx': {
    file: 'assets/login.js',
    css: ['assets/login.css'],
    imports: ['src/main.tsx', '_shared.js'],
  },
  'src/features/accounts/terms-screen.tsx': { file: 'assets/terms.js' },
  'src/features/buildings/building-screen.tsx': { file: 'assets/building.js' },
  'src/features/post/post-screen.tsx': { file: 'assets/post.js' },
});
const login =
  '</assets/login.js>; rel=modulepreload, </assets/login.css>; rel=preload; as=style; crossorigin=anonymous';

function hint(path: string, visit: Partial<PageVisit> = {}): string | null {
  return linkHeader(files, { path, signedIn: true, features: [], poster: null, ...visit });
}

test('a student is told of the files of the address, whatever its case', () => {
  for (const path of ['/building/main-hall', '/Building/main-hall/', '/building/%EA%B0%80'])
    expect([path, hint(path)]).toEqual([path, '</assets/building.js>; rel=modulepreload']);
});

test('a visitor is told of the login wherever the login is shown', () => {
  for (const path of ['/', '/login', '/building/main-hall', '/nowhere'])
    expect([path, hint(path, { signedIn: false })]).toEqual([path, login]);
  expect(hint('/terms', { signedIn: false })).toBe('</assets/terms.js>; rel=modulepreload');
});

test('home opens with its poster, if it has one', () => {
  expect(hint('/')).toBeNull();
  expect(hint('/', { poster: '/EventImg/1.png' })).toBe(
    '</EventImg/1.png>; rel=preload; as=image; fetchpriority=high',
  );
});

test('where a student is sent elsewhere nothing is sure', () => {
  for (const path of ['/login', '/nowhere']) expect([path, hint(path)]).toEqual([path, null]);
});

test('nothing of an address gets into the header', () => {
  for (const name of ['%0d%0aSet-Cookie:%20a=b', '%3E;rel=x,%3C', '"><', '%', 'a,b;c'])
    expect(hint(`/building/${name}`)).toBe('</assets/building.js>; rel=modulepreload');
});

test('every screen is found by its own pattern', () => {
  const all = new Map(SCREENS.map(({ module }) => [module, [`/${module}.js`]]));
  for (const { path, module } of SCREENS) {
    const found = linkHeader(all, {
      path: path.replaceAll(':', ''),
      signedIn: true,
      features: FEATURES,
      poster: null,
    });
    const visitorsOnly = ['/login', '/signup', '/sendPasswordResetEmail'].includes(path);
    expect([path, found]).toEqual([path, visitorsOnly ? null : `</${module}.js>; rel=modulepreload`]);
  }
});
