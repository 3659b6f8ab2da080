import { existsSync, readFileSync } from 'node:fs';
import { SCREENS, type ScreenName } from '@madang/contract/analytics/rules';

/** What the build of the web app says about a screen: who is shown it, and its scripts and styles. */
interface ScreenFiles {
  audience: 'visitor' | 'student' | 'open';
  files: readonly string[];
}

/** By the pattern of the address; home is not there, it comes with the start. */
export type FilesByScreen = Readonly<Partial<Record<ScreenName, ScreenFiles>>>;

/** Who opens which address of the web app. */
export interface PageVisit {
  path: string;
  student: boolean;
  /** The picture that home opens with. */
  poster: string | null;
}

const patterns = SCREENS.map((screen) => ({
  screen,
  pattern: new RegExp(`^${screen.replace(/\/:(\w+)/g, '/(?<$1>[^/]+)').replace(/\/$/, '')}/?$`, 'i'),
}));

/** The screen of an address, and the parts of the address that it names, as they stand there. */
export function findScreen(path: string): { screen?: ScreenName; names: Readonly<Record<string, string>> } {
  for (const { screen, pattern } of patterns) {
    const match = pattern.exec(path);
    if (match) return { screen, names: { ...match.groups } };
  }
  return { names: {} };
}

/** Reads what the build wrote about its screens; none where the web app was built otherwise. */
export function readFilesByScreen(path: string): FilesByScreen {
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as FilesByScreen) : {};
}

/**
 * The `Link` header of a page's answer: the files that its screen is going to need, so that a phone asks for them
 * together with the start script instead of one journey after the other. Only what is certain to be used; null when
 * that is nothing. Answers of the API are never named, but come with the page (`page-answers.ts`): a browser may go on
 * taking a named one for as long as the page is open, and a student would not see what they have just written.
 */
export function linkHeader(files: FilesByScreen, visit: PageVisit): string | null {
  const { screen } = findScreen(visit.path);
  const audience = screen === '/' ? 'student' : screen && files[screen]?.audience;
  if (!visit.student && audience !== 'open') {
    // A visitor is shown the login at home, at addresses of students and at unknown ones.
    const shown = audience === 'visitor' ? screen : '/login';
    return join(linkFiles(files, shown));
  }
  if (!screen || audience === 'visitor') return null;
  return join([
    ...linkFiles(files, screen),
    ...(screen === '/' && visit.poster
      ? [`<${visit.poster}>; rel=preload; as=image; fetchpriority=high`]
      : []),
  ]);
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

function join(links: readonly string[]): string | null {
  return links.length > 0 ? links.join(', ') : null;
}
