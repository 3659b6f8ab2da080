import type { Edition } from '@madang/contract/campus/rules';
import type { CampusSettings } from '@madang/contract/campus/schema';

/** Where browsers ask for it. */
export const MANIFEST = '/manifest.webmanifest';

/** Icons of a home screen by their files: in the campus's pictures, or where it has none of that name in `/icons/`. */
const ICONS = [
  { file: 'icon-192.png', sizes: '192x192', purpose: 'any' },
  { file: 'icon-512.png', sizes: '512x512', purpose: 'any' },
  { file: 'icon-maskable-512.png', sizes: '512x512', purpose: 'maskable' },
] as const;

/** The page's own colour by day (`--page` of the app): a manifest knows no other for the night. */
const PAGE_COLOUR = '#ffffff';

interface Shortcut {
  name: string;
  url: string;
}

interface ManifestParts {
  product: CampusSettings['product'];
  edition: Edition;
  /** Whether the campus has a map. */
  hasMap: boolean;
  /** Whether the campus brings the picture at this address of its own. */
  hasPicture: (address: string) => boolean;
}

/** What a browser needs to know to put the app onto a home screen (W3C Web Application Manifest). */
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

/** What a long press on the icon offers: of each edition what it has. */
function shortcutsOf(edition: Edition, hasMap: boolean): Shortcut[] {
  const write = { name: '글쓰기', url: '/write' };
  if (edition === 'beta') return [write, { name: '최신글', url: '/board/new' }];
  const search = { name: '검색', url: '/search' };
  return hasMap ? [write, search, { name: '학교 지도', url: '/map' }] : [write, search];
}
