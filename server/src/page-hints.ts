import { existsSync, readFileSync } from 'node:fs';
import { SCREENS, type ScreenName } from '@madang/contract/analytics/rules';

/** What the build of the web app says about a screen: who is shown it, and its scripts and styles. */
interface ScreenFiles {
  audience: 'visitor' | 'student' | 'open';
  files: readonly string[];
}

/** By the pattern of the address; home is not there, it comes with the start. */
export type FilesByScreen = Readonly<Partial<Record<ScreenName, ScreenFiles>>>;

/**
 * What screens of students ask the API as soon as they are shown, whatever comes of it; `:names` are those of the
 * address. A journey compares it with what the web app asks.
 */
const FIRST_ANSWERS: Readonly<Partial<Record<ScreenName, readonly string[]>>> = {
  '/': ['/api/events'],
  '/building': ['/api/buildings'],
  '/building/:buildingId': ['/api/buildings/:buildingId', '/api/buildings/:buildingId/posts?order=recent'],
  '/board/question': ['/api/buildings/question', '/api/buildings/question/posts?order=recent'],
  '/board/buildingNotice': [
    '/api/buildings/buildingNotice',
    '/api/buildings/buildingNotice/posts?order=recent',
  ],
  '/board/new': ['/api/posts/latest'],
  '/board/hot': ['/api/hots'],
  '/board/event': ['/api/events'],
  '/board/event/:id': ['/api/events/:id'],
  '/board/notice': ['/api/notices'],
  '/board/notice/:id': ['/api/notices/:id'],
  '/post/:id': ['/api/posts/:id'],
  '/hotpost/:id': ['/api/hots/:id'],
};

/** Who opens which address of the web app. */
export interface PageVisit {
  path: string;
  /** What stands behind the question mark. */
  search: string;
  student: boolean;
  /** The picture that home opens with. */
  poster: string | null;
}

const patterns = SCREENS.map((screen) => ({
  screen,
  pattern: new RegExp(`^${screen.replace(/\/:(\w+)/g, '/(?<$1>[^/]+)').replace(/\/$/, '')}/?$`, 'i'),
}));

/** Reads what the build wrote about its screens; none where the web app was built otherwise. */
export function readFilesByScreen(path: string): FilesByScreen {
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as FilesByScreen) : {};
}

/**
 * The `Link` header of a page's answer: what its screen is going to ask, so that a phone asks for it together with
 * the start script instead of one journey after the other. Only what is certain to be used; null when that is nothing.
 */
export function linkHeader(files: FilesByScreen, visit: PageVisit): string | null {
  const { screen, params } = findScreen(visit.path);
  const audience = screen === '/' ? 'student' : screen && files[screen]?.audience;
  if (!visit.student && audience !== 'open') {
    // A visitor is shown the login at home, at addresses of students and at unknown ones.
    const shown = audience === 'visitor' ? screen : '/login';
    return join(linkFiles(files, shown));
  }
  if (!screen || audience === 'visitor') return null;
  return join([
    ...linkFiles(files, screen),
    // Behind a question mark stands what is asked for instead: another order, another category.
    ...(visit.search === '' ? (FIRST_ANSWERS[screen] ?? []).map((answer) => linkAnswer(answer, params)) : []),
    ...(screen === '/' && visit.poster
      ? [`<${visit.poster}>; rel=preload; as=image; fetchpriority=high`]
      : []),
  ]);
}

function findScreen(path: string): { screen?: ScreenName; params: Record<string, string> } {
  for (const { screen, pattern } of patterns) {
    const match = pattern.exec(path);
    if (match) return { screen, params: { ...match.groups } };
  }
  return { params: {} };
}

/** As the web app asks for them: scripts and styles without the cookies of other sites. */
function linkFiles(files: FilesByScreen, screen: ScreenName | undefined): string[] {
  const names = (screen && files[screen]?.files) ?? [];
  return names.map((name) =>
    name.endsWith('.css')
      ? `<${name}>; rel=preload; as=style; crossorigin=anonymous`
      : `<${name}>; rel=modulepreload`,
  );
}

function linkAnswer(template: string, params: Record<string, string>): string {
  const address = template.replace(/:(\w+)/g, (_, name: string) => encodeSegment(params[name] ?? ''));
  return `<${address}>; rel=preload; as=fetch; crossorigin=anonymous`;
}

/** The web app decodes what it finds in the address and encodes what it asks; here nothing else may leave a header. */
function encodeSegment(segment: string): string {
  try {
    return encodeURIComponent(decodeURIComponent(segment));
  } catch {
    return encodeURIComponent(segment);
  }
}

function join(links: readonly string[]): string | null {
  return links.length > 0 ? links.join(', ') : null;
}
