import { existsSync, readFileSync } from 'node:fs';
import type { Edition } from '@madang/contract/campus/rules';
import { findScreen, screenFile, type ScreenRow, SCREENS } from '@madang/contract/screens';

/** An entry of Vite's manifest; imports are keys of the manifest. */
interface BuiltFile {
  file: string;
  isEntry?: boolean;
  css?: readonly string[];
  imports?: readonly string[];
}
type Manifest = Readonly<Record<string, BuiltFile>>;

/** Addresses of a screen's files besides the start's. */
interface ScreenFiles {
  styles: readonly string[];
  scripts: readonly string[];
}

/** App module of the offline cache. */
export const DEVICE = 'app/offline/device.ts';

/** Files of `DEVICE` and of each screen's module. */
export type FilesByModule = ReadonlyMap<string, ScreenFiles>;

export interface PageVisit {
  path: string;
  signedIn: boolean;
  edition: Edition;
}

const NONE: ScreenFiles = { styles: [], scripts: [] };
/** Screens that most users open next. */
const LIKELY = ['places/building-list', 'places/building', 'posts/latest', 'replies/post'];

/** Reads Vite's manifest of the web app; empty without one. */
export function readFilesByModule(path: string): FilesByModule {
  return existsSync(path) ? listFiles(JSON.parse(readFileSync(path, 'utf8')) as Manifest) : new Map();
}

/** Returns each screen's files, without those of the start. */
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

/** Returns the shown screen's files; none on a redirect. Includes the offline cache's module for signed-in users. */
export function shownFiles(files: FilesByModule, visit: PageVisit): ScreenFiles {
  const { styles, scripts } = files.get(shownModule(visit) ?? '') ?? NONE;
  const device = visit.signedIn ? (files.get(DEVICE) ?? NONE).scripts : [];
  return { styles, scripts: [...new Set([...scripts, ...device])] };
}

/** Returns the further files of the screens that a signed-in user probably opens next. */
export function likelyFiles(files: FilesByModule, visit: PageVisit): string[] {
  if (!visit.signedIn) return [];
  const list = ({ styles, scripts }: ScreenFiles) => [...styles, ...scripts];
  const here = list(shownFiles(files, visit));
  const likely = LIKELY.flatMap((module) => list(files.get(module) ?? NONE));
  return [...new Set(likely)].filter((file) => !here.includes(file));
}

function shownModule({ path, signedIn, edition }: PageVisit): string | null {
  const screen = findScreen(path, edition)?.screen;
  // Visitors see the login at home, users' and unknown addresses.
  if (!signedIn) return screen?.audience ? screen.module : 'accounts/login';
  return screen && screen.audience !== 'visitor' ? screen.module : null;
}

/** Returns the addresses that a screen certainly requests first: a query may select others. A journey test checks this. */
export function firstAddresses(visit: PageVisit & { search: string }): string[] {
  const { screen, params } = findScreen(visit.path, visit.edition) ?? { params: {} };
  const shown = visit.signedIn ? screen?.audience !== 'visitor' : screen?.audience !== undefined;
  const asks = (shown && screen?.asks) || [];
  const beside = (shown && visit.edition === 'official' && screen?.asksOfficially) || [];
  const query = new URLSearchParams(visit.search);
  return ['/api/campus', ...[...asks, ...beside].map((template) => fill(template, params, query))];
}

/** Maximum characters of a query value; the app's are shorter. */
const VALUE_MAX = 500;

/** Returns known query parameters in canonical order, for the cache key; null if too long. */
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

/** Fills `:name` from the path, `{name}` and `{name:default|other}` from the query. */
function fill(template: string, params: Readonly<Record<string, string>>, query: URLSearchParams): string {
  return template
    .replace(/:(\w+)(?![^{]*\})/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
    .replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(query.get(name) ?? ''))
    .replace(/\{(\w+):([^}]+)\}/g, (_, name: string, values: string) => {
      const [usual = '', ...others] = values.split('|');
      return others.find((value) => value === query.get(name)) ?? usual;
    });
}
