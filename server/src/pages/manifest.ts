import type { Edition } from '@madang/contract/campus/rules';
import type { CampusSettings } from '@madang/contract/campus/schema';

export const MANIFEST = '/manifest.webmanifest';

/** Home screen icons: from the campus's pictures, otherwise from `/icons/`. */
const ICONS = [
  { file: 'icon-192.png', sizes: '192x192', purpose: 'any' },
  { file: 'icon-512.png', sizes: '512x512', purpose: 'any' },
  { file: 'icon-maskable-512.png', sizes: '512x512', purpose: 'maskable' },
] as const;

/** Light page colour (`--page`); manifests have none for dark mode. */
const PAGE_COLOUR = '#ffffff';

interface Shortcut {
  name: string;
  url: string;
}

interface ManifestParts {
  product: CampusSettings['product'];
  edition: Edition;
  hasMap: boolean;
  hasPicture: (address: string) => boolean;
}

/** Returns the manifest for installing the app (W3C Web Application Manifest). */
export function writeManifest({ product, edition, hasMap, hasPicture }: ManifestParts): string {
  return JSON.stringify({
    id: '/',
    name: product.name,
    short_name: product.name,
    description: product.tagline,
    lang: 'ko',
    dir: 'ltr',
    start_url: '/',
    scope: '/',
    display: 'standalone',
    theme_color: PAGE_COLOUR,
    background_color: PAGE_COLOUR,
    icons: ICONS.map(({ file, ...icon }) => ({
      src: `${hasPicture(`/${file}`) ? '/campus' : '/icons'}/${file}`,
      type: 'image/png',
      ...icon,
    })),
    shortcuts: shortcutsOf(edition, hasMap),
  });
}

function shortcutsOf(edition: Edition, hasMap: boolean): Shortcut[] {
  const write = { name: '글쓰기', url: '/write' };
  if (edition === 'beta') return [write, { name: '최신글', url: '/board/new' }];
  const search = { name: '검색', url: '/search' };
  return hasMap ? [write, search, { name: '학교 지도', url: '/map' }] : [write, search];
}
