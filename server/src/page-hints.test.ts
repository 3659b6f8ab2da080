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
  return linkHeader(files, { path, search: '', student: true, poster: null, ...visit });
}

test('a student is told of the scripts and answers of the address, whatever its case', () => {
  const wanted =
    '</assets/building.js>; rel=modulepreload, ' +
    '</api/buildings/main-hall>; rel=preload; as=fetch; crossorigin=anonymous, ' +
    '</api/buildings/main-hall/posts?order=recent>; rel=preload; as=fetch; crossorigin=anonymous';
  expect(hint('/building/main-hall')).toBe(wanted);
  expect(hint('/Building/main-hall/')).toBe(wanted);
});

test('behind a question mark other answers are asked, so only the scripts are sure', () => {
  expect(hint('/building/main-hall', { search: 'sort=popular' })).toBe(
    '</assets/building.js>; rel=modulepreload',
  );
});

test('a visitor is told of the login wherever the login is shown', () => {
  for (const path of ['/', '/login', '/building/main-hall', '/nowhere'])
    expect([path, hint(path, { student: false })]).toEqual([path, login]);
  expect(hint('/terms', { student: false })).toBe('</assets/terms.js>; rel=modulepreload');
});

test('home opens with its poster, if it has one', () => {
  const events = '</api/events>; rel=preload; as=fetch; crossorigin=anonymous';
  expect(hint('/')).toBe(events);
  expect(hint('/', { poster: '/EventImg/1.png' })).toBe(
    `${events}, </EventImg/1.png>; rel=preload; as=image; fetchpriority=high`,
  );
});

test('where a student is sent elsewhere nothing is sure', () => {
  for (const path of ['/login', '/nowhere']) expect([path, hint(path)]).toEqual([path, null]);
});

test('nothing in an address leaves its place in the header', () => {
  for (const name of ['%0d%0aSet-Cookie:%20a=b', '%3E;rel=x,%3C', '"><', '%', 'a,b;c'])
    for (const link of hint(`/building/${name}`)?.split(', ') ?? [])
      expect(link).toMatch(
        /^<\/[\w\-./?=%]+>; rel=(?:modulepreload|preload; as=fetch; crossorigin=anonymous)$/,
      );
});

test('every screen is found by its own pattern', () => {
  const all = Object.fromEntries(
    SCREENS.map((screen) => [screen, { audience: 'student', files: [`${screen}.js`] }]),
  ) as unknown as FilesByScreen;
  for (const screen of SCREENS) {
    const found = linkHeader(all, {
      path: screen.replaceAll(':', ''),
      search: 'a',
      student: true,
      poster: null,
    });
    expect(found).toBe(`<${screen}.js>; rel=modulepreload`);
  }
});
