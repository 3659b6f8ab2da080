import { copy } from '../copy.ko.ts';
import { matchPath } from '../router/match-path.ts';

export type Header =
  | { kind: 'hidden' }
  | { kind: 'logo' }
  /** A board's title; with `to`, choosing it goes to that list. */
  | { kind: 'title'; text: string; to?: string }
  | { kind: 'building'; id: string }
  | { kind: 'keyword'; keywordId: string; categoryId: string };

/** `tabs` is the tab bar, `write` the floating write button. */
export type Footer = 'hidden' | 'tabs' | 'write';

export interface FrameLook {
  header: Header;
  footer: Footer;
  /** Where the back arrow leads when there is no page of the app to go back to; null is no arrow. */
  parent: string | null;
}

interface FrameRule extends Omit<FrameLook, 'header'> {
  paths: readonly string[];
  header: Header | ((params: Record<string, string | undefined>) => Header);
}

const logo: Header = { kind: 'logo' };

/** The frame around each page, by path: specification 2.3, FR-01 to FR-08. The first rule that fits counts. */
const rules: readonly FrameRule[] = [
  { paths: ['/'], header: logo, footer: 'tabs', parent: null },
  { paths: ['/building'], header: logo, footer: 'tabs', parent: '/' },
  {
    paths: ['/building/:id'],
    header: ({ id = '' }) => ({ kind: 'building', id }),
    footer: 'write',
    parent: '/building',
  },
  { paths: ['/search'], header: { kind: 'hidden' }, footer: 'hidden', parent: '/' },
  { paths: ['/keyword'], header: logo, footer: 'tabs', parent: null },
  {
    paths: ['/keyword/:keywordId/:categoryId'],
    header: ({ keywordId = '', categoryId = '' }) => ({ kind: 'keyword', keywordId, categoryId }),
    footer: 'hidden',
    parent: '/keyword',
  },
  { paths: ['/mypage'], header: logo, footer: 'tabs', parent: null },
  { paths: ['/mypage/viewprofile/*'], header: logo, footer: 'hidden', parent: '/mypage/viewprofile' },
  { paths: ['/mypage/*'], header: logo, footer: 'hidden', parent: '/mypage' },
  { paths: ['/board/new'], header: { kind: 'title', text: copy['tile.new'] }, footer: 'hidden', parent: '/' },
  { paths: ['/board/hot'], header: { kind: 'title', text: copy['tile.hot'] }, footer: 'hidden', parent: '/' },
  {
    paths: ['/board/event', '/board/event/:id'],
    header: { kind: 'title', text: copy['board.event'], to: '/board/event' },
    footer: 'hidden',
    parent: '/board/event',
  },
  {
    paths: ['/board/notice', '/board/notice/:id'],
    header: { kind: 'title', text: copy['board.notice'], to: '/board/notice' },
    footer: 'hidden',
    parent: '/board/notice',
  },
  { paths: ['/post/:id', '/write'], header: logo, footer: 'hidden', parent: '/' },
  { paths: ['/hotpost/:id'], header: logo, footer: 'hidden', parent: '/board/hot' },
  { paths: ['/login', '/consent'], header: logo, footer: 'hidden', parent: null },
  { paths: ['/signup', '/sendPasswordResetEmail'], header: logo, footer: 'hidden', parent: '/login' },
  // Pages for everybody; the specification does not know them, and nobody writes from a legal text.
  { paths: ['/verify', '/reset', '/terms', '/privacy'], header: logo, footer: 'hidden', parent: '/' },
];

const otherwise: FrameLook = { header: logo, footer: 'write', parent: '/' };

/** What stands around the page of this path; a visitor has no footer anywhere, and a header that asks nothing. */
export function readFrame(pathname: string, student: boolean): FrameLook {
  const look = findLook(pathname);
  const parent = look.parent === pathname ? '/' : look.parent;
  if (student) return { ...look, parent };
  return { header: logo, footer: 'hidden', parent };
}

function findLook(pathname: string): FrameLook {
  for (const { paths, header, footer, parent } of rules) {
    for (const path of paths) {
      const params = matchPath(path, pathname);
      if (!params) continue;
      // A page right below the profile goes back to it; the profile itself, to my page.
      const own = path.endsWith('/*') && params['*'] === '' ? '/mypage' : parent;
      return { header: typeof header === 'function' ? header(params) : header, footer, parent: own };
    }
  }
  return otherwise;
}
