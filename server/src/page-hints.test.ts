import { SCREENS } from '@madang/contract/analytics/rules';
import { expect, test } from 'vitest';
import { type FilesByScreen, linkHeader, type PageVisit } from './page-hints.ts';

const files: FilesByScreen = {
  '/login': { audience: 'visitor', files: ['/assets/login.js', '/assets/login.css'] },
  '/terms': { audience: 'open', files: ['/assets/terms.js'] },
  '/building/:buildingId': { audience: 'student', files: ['/assets/building.js'] },
  '/post/:id': { audience: 'student', files: ['/assets/post.js'] },
};
const login =
  '</assets/login.js>; rel=modulepreload, </assets/login.css>; rel=preload; as=style; crossorigin=anonymous';

function hint(path: string, visit: Partial<PageVisit> = {}): string | null {
  return linkHeader(files, { path, student: true, poster: null, ...visit });
}

test('a student is told of the files of the address, whatever its case', () => {
  for (const path of ['/building/main-hall', '/Building/main-hall/', '/building/%EA%B0%80'])
    expect([path, hint(path)]).toEqual([path, '</assets/building.js>; rel=modulepreload']);
});

test('a visitor is told of the login wherever the login is shown', () => {
  for (const path of ['/', '/login', '/building/main-hall', '/nowhere'])
    expect([path, hint(path, { student: false })]).toEqual([path, login]);
  expect(hint('/terms', { student: false })).toBe('</assets/terms.js>; rel=modulepreload');
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
  const all = Object.fromEntries(
    SCREENS.map((screen) => [screen, { audience: 'student', files: [`${screen}.js`] }]),
  ) as unknown as FilesByScreen;
  for (const screen of SCREENS) {
    const found = linkHeader(all, {
      path: screen.replaceAll(':', ''),
      student: true,
      poster: null,
    });
    expect(found).toBe(`<${screen}.js>; rel=modulepreload`);
  }
});
