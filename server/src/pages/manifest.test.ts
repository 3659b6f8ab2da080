import { isIn } from '@madang/contract/campus/rules';
import { findScreen } from '@madang/contract/screens';
import { expect, test } from 'vitest';
import { writeManifest } from './manifest.ts';

const product = { name: '마당', latinName: 'Madang', tagline: '건물마다 게시판이 하나씩.' };

interface Written {
  name: string;
  icons: { src: string; sizes: string; purpose: string }[];
  shortcuts: { name: string; url: string }[];
}

const write = (edition: 'beta' | 'official', own: readonly string[] = [], hasMap = true) =>
  JSON.parse(
    writeManifest({ product, edition, hasMap, hasPicture: (address) => own.includes(address) }),
  ) as Written;

test('[PH-01] the manifest names the app in Korean, in the colours of the page', () => {
  expect(write('official')).toMatchObject({
    name: '마당',
    short_name: '마당',
    description: product.tagline,
    lang: 'ko',
    start_url: '/',
    scope: '/',
    display: 'standalone',
    theme_color: '#ffffff',
    background_color: '#ffffff',
  });
});

test('[PH-01] each icon is the campus’s own, or where it has none ours', () => {
  const own = write('beta', ['/icon-512.png']).icons.map(({ src, sizes, purpose }) => [src, sizes, purpose]);
  expect(own).toEqual([
    ['/icons/icon-192.png', '192x192', 'any'],
    ['/campus/icon-512.png', '512x512', 'any'],
    ['/icons/icon-maskable-512.png', '512x512', 'maskable'],
  ]);
});

test('[PH-01] shortcuts lead to screens that the edition and the campus have', () => {
  for (const edition of ['beta', 'official'] as const)
    for (const { name, url } of write(edition).shortcuts) {
      const found = findScreen(url, edition);
      expect([name, found !== null && isIn(found.screen, edition)]).toEqual([name, true]);
    }
  expect(write('official').shortcuts.map(({ url }) => url)).toEqual(['/write', '/search', '/map']);
  expect(write('official', [], false).shortcuts.map(({ url }) => url)).toEqual(['/write', '/search']);
  expect(write('beta').shortcuts.map(({ url }) => url)).toEqual(['/write', '/board/new']);
});
