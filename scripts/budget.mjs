// `npm run budget`: what each screen of the production build costs a phone in bytes (gzip, as nginx or the server
// sends them), and whether that is within budget. Bytes are the same on every machine, so this may stop a landing.
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'vite';
import { findScreens, readRoutes } from './web-routes.mjs';

// 95,000 again as soon as the server draws the first screen.
const HOME_SCRIPT = 97_000;
const ROUTE_SCRIPT = 8_000;
const ROUTE_STYLE = 8_000;

const root = fileURLToPath(new URL('..', import.meta.url));
const { output } = await build({ root: `${root}web`, logLevel: 'warn', build: { write: false } });
const files = new Map(output.map((file) => [file.fileName, file]));
const chunks = output.filter(({ type }) => type === 'chunk');
const entry = chunks.find(({ isEntry }) => isEntry);
const screens = findScreens(chunks);
const home = collect([entry.fileName]);
const routes = readRoutes(output);

let met = 0;
const missed = [];
console.log('route | JS in total | JS beyond home | CSS');
show('/', home, [
  ['JS', size([...home]), HOME_SCRIPT],
  ['CSS', size(styles(home)), ROUTE_STYLE],
]);
for (const { path, chunk } of routes) {
  const all = new Set([...home, ...collect([chunk])]);
  show(path, all, [
    ['JS beyond home', size([...all]) - size([...home]), ROUTE_SCRIPT],
    ['CSS', size(styles(all)), ROUTE_STYLE],
  ]);
}
for (const line of missed) console.log(line);
console.log(`goals met ${met}/${met + missed.length}`);
process.exit(missed.length > 0 ? 1 : 0);

/** Prints one route and compares what it costs with what it may. */
function show(path, names, goals) {
  const total = size([...names]);
  console.log([path, total, total - size([...home]), size(styles(names))].join(' | '));
  for (const [what, bytes, budget] of goals) {
    if (bytes <= budget) met += 1;
    else missed.push(`missed: ${path} ${what} ${bytes} of ${budget} bytes`);
  }
}

/**
 * The chunks that are loaded with these, those that they fetch later included: what is split off a screen still
 * belongs to it. Only other screens do not.
 */
function collect(names, found = new Set()) {
  for (const name of names) {
    const chunk = files.get(name);
    if (!chunk || found.has(name)) continue;
    found.add(name);
    const later = chunk.dynamicImports.filter((fileName) => !screens.has(fileName));
    collect([...chunk.imports, ...later], found);
  }
  return found;
}

function styles(names) {
  return [...new Set([...names].flatMap((name) => [...files.get(name).viteMetadata.importedCss]))];
}

function size(names) {
  return names.reduce((sum, name) => {
    const { code, source } = files.get(name);
    return sum + gzipSync(code ?? source, { level: 9 }).length;
  }, 0);
}
