import { existsSync, readFileSync } from 'node:fs';
import type { Feature } from '@madang/contract/campus/rules';
import { findScreen, screenFile, SCREENS } from '@madang/contract/screens';

/** A file of the built web app in Vite's manifest: what it takes along, by the names of the manifest. */
interface BuiltFile {
  file: string;
  isEntry?: boolean;
  css?: readonly string[];
  imports?: readonly string[];
}
type Manifest = Readonly<Record<string, BuiltFile>>;

/** Addresses of scripts and styles, by the module of the screen that needs them beside what comes with the start. */
export type FilesByModule = ReadonlyMap<string, readonly string[]>;

/** Who opens which address of the web app. */
export interface PageVisit {
  path: string;
  signedIn: boolean;
  features: readonly Feature[];
  /** The picture that home opens with. */
  poster: string | null;
}

/** Reads Vite's manifest of the web app; none where the web app was built otherwise. */
export function readFilesByModule(path: string): FilesByModule {
  return existsSync(path) ? listFiles(JSON.parse(readFileSync(path, 'utf8')) as Manifest) : new Map();
}

/** The files of each screen in this manifest, without those that come with the start. */
export function listFiles(manifest: Manifest): FilesByModule {
  const collect = (name: string, found = new Set<string>()): Set<string> => {
    const { file, css = [], imports = [] } = manifest[name] ?? {};
    if (!file || found.has(`/${file}`)) return found;
    for (const one of [file, ...css]) found.add(`/${one}`);
    for (const inner of imports) collect(inner, found);
    return found;
  };
  const start = new Set<string>();
  for (const [name, { isEntry }] of Object.entries(manifest)) if (isEntry) collect(name, start);
  return new Map(
    SCREENS.map(({ module }) => {
      const files = [...collect(screenFile(module))];
      return [module, files.filter((file) => !start.has(file))];
    }),
  );
}

/**
 * The `Link` header of a page's answer: the files that its screen is going to need, so that a phone asks for them
 * together with the start script instead of one journey after the other. Only what is certain to be used; null when
 * that is nothing. Answers of the API are never named, but come with the page (`first-answers.ts`): a browser may go on
 * taking a named one for as long as the page is open, and a user would not see what they have just written.
 */
export function linkHeader(files: FilesByModule, visit: PageVisit): string | null {
  const screen = findScreen(visit.path, visit.features)?.screen;
  if (!visit.signedIn && screen?.audience !== 'everybody') {
    // A visitor is shown the login at home, at addresses of users and at unknown ones.
    return join(linkFiles(files, screen?.audience === 'visitor' ? screen.module : 'accounts/login'));
  }
  if (!screen || screen.audience === 'visitor') return null;
  return join([
    ...linkFiles(files, screen.module),
    ...(screen.path === '/' && visit.poster
      ? [`<${visit.poster}>; rel=preload; as=image; fetchpriority=high`]
      : []),
  ]);
}

/** As the web app asks for them: scripts and styles without the cookies of other sites. */
function linkFiles(files: FilesByModule, module: string): string[] {
  return (files.get(module) ?? []).map((name) =>
    name.endsWith('.css')
      ? `<${name}>; rel=preload; as=style; crossorigin=anonymous`
      : `<${name}>; rel=modulepreload`,
  );
}

function join(links: readonly string[]): string | null {
  return links.length > 0 ? links.join(', ') : null;
}
