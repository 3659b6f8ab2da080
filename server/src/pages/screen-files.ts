import { existsSync, readFileSync } from 'node:fs';
import type { Edition } from '@madang/contract/campus/rules';
import { findScreen, screenFile, type ScreenRow, SCREENS } from '@madang/contract/screens';

/** A file of the built web app in Vite's manifest: what it takes along, by the names of the manifest. */
interface BuiltFile {
  file: string;
  isEntry?: boolean;
  css?: readonly string[];
  imports?: readonly string[];
}
type Manifest = Readonly<Record<string, BuiltFile>>;

/** Addresses of what a screen needs beside what comes with the start. */
interface ScreenFiles {
  styles: readonly string[];
  scripts: readonly string[];
}

/** The part of the app that stores reads on the phone and recalls them. */
export const DEVICE = 'app/device/device.ts';

/** Files of the screens by their modules, and of `DEVICE`. */
export type FilesByModule = ReadonlyMap<string, ScreenFiles>;

/** Who opens which address of the web app. */
export interface PageVisit {
  path: string;
  signedIn: boolean;
  edition: Edition;
}

const NONE: ScreenFiles = { styles: [], scripts: [] };

/** Reads Vite's manifest of the web app; no files where the web app was built otherwise. */
export function readFilesByModule(path: string): FilesByModule {
  return existsSync(path) ? listFiles(JSON.parse(readFileSync(path, 'utf8')) as Manifest) : new Map();
}

/** The files of each screen in this manifest, apart from those that come with the start. */
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
  const filesOf = (module: string, source: string) => {
    const own = [...collect(source)].filter((file) => !start.has(file));
    const files: ScreenFiles = {
      styles: own.filter((file) => file.endsWith('.css')),
      scripts: own.filter((file) => file.endsWith('.js')),
    };
    return [module, files] as const;
  };
  return new Map([
    ...SCREENS.map(({ module }) => filesOf(module, screenFile(module))),
    filesOf(DEVICE, `src/${DEVICE}`),
  ]);
}

/**
 * The files of the screen that a visit is shown; none where a user is led on. A user's page also fetches what stores reads and
 * says when they were made: without a network it could not be fetched any more.
 */
export function shownFiles(files: FilesByModule, visit: PageVisit): ScreenFiles {
  const { styles, scripts } = files.get(shownModule(visit) ?? '') ?? NONE;
  const device = visit.signedIn ? (files.get(DEVICE) ?? NONE).scripts : [];
  return { styles, scripts: [...new Set([...scripts, ...device])] };
}

/** The module of the screen that a visit ends at; null where a user is led on. */
function shownModule({ path, signedIn, edition }: PageVisit): string | null {
  const screen = findScreen(path, edition)?.screen;
  // A visitor is shown the login at home, at addresses of users and at unknown ones.
  if (!signedIn) return screen?.audience ? screen.module : 'accounts/login';
  return screen && screen.audience !== 'visitor' ? screen.module : null;
}

/**
 * The shared answers that a page's screen asks for first, as addresses. Every page asks which campus it is; what
 * stands behind a question mark is another order or category, so then nothing else is certain. A journey compares this
 * with what the web app asks.
 */
export function firstAddresses(visit: PageVisit & { search: string }): string[] {
  const { screen, params } = findScreen(visit.path, visit.edition) ?? { params: {} };
  const shown = visit.signedIn ? screen?.audience !== 'visitor' : screen?.audience !== undefined;
  const asks = (shown && screen?.asks) || [];
  const beside = (shown && visit.edition === 'official' && screen?.asksOfficially) || [];
  const query = new URLSearchParams(visit.search);
  return ['/api/campus', ...[...asks, ...beside].map((template) => fill(template, params, query))];
}

/** The longest value of a query that a screen is drawn with: the app makes no longer ones. In letters. */
const VALUE_MAX = 500;

/**
 * What a screen reads of its query, in one order and spelling, so that what changes nothing makes no page of its own; null
 * where that is too long to be drawn.
 */
export function knownSearch(screen: ScreenRow | undefined, search: string): string | null {
  if (search === '' || !screen) return '';
  const query = new URLSearchParams(search);
  const known = new URLSearchParams();
  for (const template of screen.asks ?? [])
    for (const [, name = '', values = ''] of template.matchAll(/\{(\w+):([^}]+)\}/g)) {
      const value = query.get(name);
      if (value !== null && values.split('|').slice(1).includes(value)) known.set(name, value);
    }
  for (const name of screen.reads ?? []) {
    const value = query.get(name);
    if (value !== null && value.length > VALUE_MAX) return null;
    if (value !== null) known.set(name, value);
  }
  return known.toString();
}

/** Takes `:name` from the path, and from the query `{name}`, and `{name:one|other}`: the first where it says none of these. */
function fill(template: string, params: Readonly<Record<string, string>>, query: URLSearchParams): string {
  return template
    .replace(/:(\w+)(?![^{]*\})/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
    .replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(query.get(name) ?? ''))
    .replace(/\{(\w+):([^}]+)\}/g, (_, name: string, values: string) => {
      const [usual = '', ...others] = values.split('|');
      return others.find((value) => value === query.get(name)) ?? usual;
    });
}
