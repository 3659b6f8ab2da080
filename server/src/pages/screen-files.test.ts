import { SCREENS } from '@madang/contract/screens';
import { expect, test } from 'vitest';
import { DEVICE, likelyFiles, listFiles, shownFiles } from './screen-files.ts';

const files = listFiles({
  'src/main.tsx': { file: 'start.js', isEntry: true, css: ['start.css'], imports: ['_shared.js'] },
  '_shared.js': { file: 'assets/shared.js' },
  'src/features/accounts/login-screen.tsx': {
    file: 'assets/login.js',
    css: ['assets/login.css'],
    imports: ['src/main.tsx', '_shared.js', '_form.js'],
  },
  '_form.js': { file: 'assets/form.js' },
  'src/app/offline/device.ts': { file: 'assets/device.js', imports: ['src/main.tsx', '_database.js'] },
  '_database.js': { file: 'assets/database.js' },
  'src/features/accounts/legal-screen.tsx': { file: 'assets/legal.js' },
  'src/features/places/building-screen.tsx': { file: 'assets/building.js', css: ['assets/building.css'] },
});
const shown = (path: string, signedIn = true) => shownFiles(files, { path, signedIn, edition: 'beta' });
const device = ['/assets/device.js', '/assets/database.js'];
const nothing = { styles: [], scripts: device };

test('a student’s page brings the files of its screen, whatever the case of its address', () => {
  const building = { styles: ['/assets/building.css'], scripts: ['/assets/building.js', ...device] };
  for (const path of ['/building/main-hall', '/Building/main-hall/', '/building/%EA%B0%80', '/building/%"><'])
    expect([path, shown(path)]).toEqual([path, building]);
});

test('[PH-02] a student’s page fetches the part that stores reads, a visitor’s does not', () => {
  expect(shown('/').scripts).toEqual(device);
  expect(shown('/building/main-hall').scripts).toEqual(['/assets/building.js', ...device]);
  expect(shown('/', false).scripts).not.toContain('/assets/device.js');
});

test('a visitor’s page brings the login wherever the login is shown', () => {
  const login = { styles: ['/assets/login.css'], scripts: ['/assets/login.js', '/assets/form.js'] };
  for (const path of ['/', '/login', '/building/main-hall', '/nowhere'])
    expect([path, shown(path, false)]).toEqual([path, login]);
  expect(shown('/terms', false)).toEqual({ styles: [], scripts: ['/assets/legal.js'] });
});

test('home is part of the start; a redirected student’s screen is uncertain', () => {
  for (const path of ['/', '/login', '/nowhere']) expect([path, shown(path)]).toEqual([path, nothing]);
});

test('a student’s page names the further files of likely next screens, once each', () => {
  const screens = listFiles({
    'src/features/places/building-screen.tsx': { file: 'building.js', css: ['list.css'] },
    'src/features/posts/latest-screen.tsx': { file: 'latest.js', css: ['list.css'] },
  });
  const next = (path: string, signedIn = true) => likelyFiles(screens, { path, signedIn, edition: 'beta' });
  expect(next('/')).toEqual(['/list.css', '/building.js', '/latest.js']);
  expect(next('/board/new')).toEqual(['/building.js']);
  expect(next('/', false)).toEqual([]);
});

test('[PH-02] the page of the phone brings what reads the phone', () => {
  expect(files.get(DEVICE)).toEqual({ styles: [], scripts: device });
});

test('every screen is found by its own pattern', () => {
  const all = new Map(SCREENS.map(({ module }) => [module, { styles: [], scripts: [`/${module}.js`] }]));
  for (const { path, module } of SCREENS) {
    const visit = { path: path.replaceAll(':', ''), signedIn: true, edition: 'official' } as const;
    const visitorsOnly = ['/login', '/signup', '/sendPasswordResetEmail'].includes(path);
    const scripts = visitorsOnly ? [] : [`/${module}.js`];
    expect([path, shownFiles(all, visit).scripts]).toEqual([path, scripts]);
  }
});
