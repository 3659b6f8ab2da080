// `npm run budget`: bytes of each screen of the production build (gzip, as nginx or the server sends them) and their
// budgets.
// Bytes are the same on every machine, so a miss may block a landing.
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { screenFile, SCREENS } from '@madang/contract/screens';
import { build, type Rolldown } from 'vite';

// See docs/decisions/0010-what-the-first-screen-loads.md.
const HOME_SCRIPT = 125_000;
const ROUTE_SCRIPT = 20_000;
/** Lazy parts of a screen that is already shown. */
const PART_SCRIPT = 25_000;
const ROUTE_STYLE = 10_000;
/** See docs/decisions/0062-the-worker.md. */
const WORKER = 10_000;

const root = fileURLToPath(new URL('../web', import.meta.url));
const built = await build({ root, logLevel: 'warn', build: { write: false } });
const { output } = built as Rolldown.RolldownOutput;
const files = new Map(output.map((file) => [file.fileName, file]));
const chunks = output.filter((file) => file.type === 'chunk');
const screens = new Map(
  SCREENS.map(({ module }) => [
    module,
    chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(`/web/${screenFile(module)}`))?.fileName,
  ]),
);
const screenFiles = new Set(screens.values());
const home = collect(chunks.filter(({ isEntry }) => isEntry).map(({ fileName }) => fileName));
const lost = chunks.filter(({ isDynamicEntry, fileName }) => isDynamicEntry && home.has(fileName));
if (lost.length > 0)
  throw new Error(`no row of the table leads to ${lost.map(({ fileName }) => fileName).join()}`);

let met = 0;
const missed: string[] = [];
console.log('route | JS in total | JS beyond home | CSS');
for (const { path, module } of SCREENS) {
  const chunk = screens.get(module);
  if (!chunk && path !== '/') throw new Error(`${path} has no module web/${screenFile(module)}`);
  const all = new Set([...home, ...collect(chunk ? [chunk] : [])]);
  const [total, beyond, css] = [size(all), size(all) - size(home), size(stylesOf(all))];
  console.log([path, total, beyond, css].join(' | '));
  if (path === '/') compare(path, 'JS', total, HOME_SCRIPT);
  else compare(path, 'JS beyond home', beyond, ROUTE_SCRIPT);
  compare(path, 'CSS', css, ROUTE_STYLE);
}
for (const chunk of chunks) {
  if (!chunk.isDynamicEntry || screenFiles.has(chunk.fileName)) continue;
  const bytes = Math.max(
    ...whatLeadsTo(chunk.fileName).map((there) => beyond(collect([chunk.fileName]), there)),
  );
  console.log([`part ${chunk.name}`, '', bytes].join(' | '));
  compare(`part ${chunk.name}`, 'JS beyond its screen', bytes, PART_SCRIPT);
}
compare('worker', 'JS', size(new Set(['sw.js'])), WORKER);
for (const line of missed) console.log(line);
console.log(`goals met ${met}/${met + missed.length}`);
process.exit(missed.length > 0 ? 1 : 0);

function compare(path: string, what: string, bytes: number, budget: number): void {
  if (bytes <= budget) met += 1;
  else missed.push(`missed: ${path} ${what} ${bytes} of ${budget} bytes`);
}

/** Returns the chunks loaded with these; lazy imports are separate parts. */
function collect(names: readonly string[], found = new Set<string>()): Set<string> {
  for (const name of names) {
    const chunk = files.get(name);
    if (chunk?.type !== 'chunk' || found.has(name)) continue;
    found.add(name);
    collect(chunk.imports, found);
  }
  return found;
}

/**
 * Returns the chunks already loaded before a part, one set per path to it.
 * For a screen: its chunks and those of home. For a part: its chunks and those before it.
 */
function whatLeadsTo(part: string, passed: readonly string[] = []): ReadonlySet<string>[] {
  const screenful = [...screens.values()].map(
    (chunk) => new Set([...home, ...collect(chunk ? [chunk] : [])]),
  );
  const leading = screenful.filter((names) => [...names].some((name) => fetches(name, part)));
  if (leading.length > 0) return leading;
  const way = [...passed, part];
  const parts = chunks.filter(
    ({ isDynamicEntry, fileName }) => isDynamicEntry && !screenFiles.has(fileName) && !way.includes(fileName),
  );
  const between = parts.flatMap(({ fileName }) => {
    const own = collect([fileName]);
    return [...own].some((name) => fetches(name, part))
      ? whatLeadsTo(fileName, way).map((there) => new Set([...there, ...own]))
      : [];
  });
  return between.length > 0 ? between : [home];
}

function fetches(name: string, part: string): boolean {
  const chunk = files.get(name);
  return chunk?.type === 'chunk' && chunk.dynamicImports.includes(part);
}

function beyond(names: ReadonlySet<string>, there: ReadonlySet<string>): number {
  return size(new Set([...names].filter((name) => !there.has(name))));
}

function stylesOf(names: ReadonlySet<string>): Set<string> {
  const styles = new Set<string>();
  for (const name of names) {
    const chunk = files.get(name);
    if (chunk?.type === 'chunk') for (const css of chunk.viteMetadata?.importedCss ?? []) styles.add(css);
  }
  return styles;
}

function size(names: ReadonlySet<string>): number {
  let sum = 0;
  for (const name of names) {
    const file = files.get(name);
    if (file) sum += gzipSync(file.type === 'chunk' ? file.code : file.source, { level: 9 }).length;
  }
  return sum;
}
