// What the built web app's table of routes (web/src/app/routes.tsx) says: which screen an address shows, to whom, and
// which files of the build that takes.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const tablePath = fileURLToPath(new URL('../web/src/app/routes.tsx', import.meta.url));

/**
 * Address, audience (`visitor`, `student`, `open`) and chunk of every screen in the table of routes, which must
 * account for all that the start can fetch.
 */
export function readRoutes(output) {
  const chunks = output.filter(({ type }) => type === 'chunk');
  const routes = readFileSync(tablePath, 'utf8')
    .split(/^const (?=\w+Routes = \{)/m)
    .slice(1)
    .flatMap((part) => {
      const [, audience] = /^(\w+)Routes/.exec(part);
      const lines = part.matchAll(/'(\/[^']*)':\s*load\(\s*'\w+',\s*\(\) => import\('\.\.\/([^']+)'\)/g);
      return [...lines].map(([, path, module]) => {
        const chunk = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(`/web/src/${module}`));
        return { path, audience, chunk: chunk?.fileName };
      });
    });
  const named = new Set(routes.map(({ chunk }) => chunk));
  const lost = [...findScreens(chunks)].filter((fileName) => !named.has(fileName));
  if (lost.length > 0) throw new Error(`no route leads to ${lost.join(', ')}`);
  return routes;
}

/** The chunks that come with the page itself; only there does the table of routes lie. */
export function findStart(chunks) {
  const entry = chunks.find(({ isEntry }) => isEntry);
  return chunks.filter((chunk) => chunk === entry || entry.imports.includes(chunk.fileName));
}

/** Every chunk that the start fetches later: the screens. */
export function findScreens(chunks) {
  return new Set(findStart(chunks).flatMap(({ dynamicImports }) => dynamicImports));
}

/** For every address beyond the first screen: who sees it, and the addresses of its scripts and styles. */
export function listFiles(output) {
  const chunks = new Map(
    output.filter(({ type }) => type === 'chunk').map((chunk) => [chunk.fileName, chunk]),
  );
  const start = new Set();
  for (const { fileName } of findStart([...chunks.values()])) collect(fileName, start);
  const collected = (fileName) => [...collect(fileName, new Set())].filter((name) => !start.has(name));

  function collect(fileName, found) {
    const chunk = chunks.get(fileName);
    if (!chunk || found.has(fileName)) return found;
    found.add(fileName);
    for (const style of chunk.viteMetadata.importedCss) found.add(style);
    for (const name of chunk.imports) collect(name, found);
    return found;
  }

  return Object.fromEntries(
    readRoutes(output).map(({ path, audience, chunk }) => [
      path,
      { audience, files: collected(chunk).map((name) => `/${name}`) },
    ]),
  );
}
