import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import standardTexts from 'spdx-license-list/full.js';
import type { Plugin } from 'vite';
import type { Libraries, Library } from './src/features/mypage/libraries.ts';

const LICENCE_FILES = /^(?:licen[cs]e|copying|notice)(?:[.-].*)?$/i;
const FOLDER = /(?:^|.*\/)node_modules\/((?:@[^/]+\/)?[^/]+)$/;

interface Locked {
  version: string;
  license?: string;
  dev?: boolean;
  /** Set if development tools need it and production may; here only types. */
  devOptional?: boolean;
  link?: boolean;
  /** Installed only on some platforms. */
  optional?: boolean;
}

/**
 * Returns the lockfile's production libraries by name, with licence texts. Platform-specific ones count if installed; a missing
 * text is replaced by the licence's standard text.
 */
export function listLibraries(root: string): Libraries {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, Locked>;
  };
  const texts: string[] = [];
  const libraries = new Map<string, Library>();
  for (const [path, { version, license = '', dev, devOptional, link, optional }] of Object.entries(
    packages,
  )) {
    const name = FOLDER.exec(path)?.[1];
    if (!name || dev || devOptional || link) continue;
    const folder = join(root, path);
    if (optional && !existsSync(folder)) continue;
    const own = readTexts(folder);
    const found = own.length > 0 ? own : license.split(' AND ').map(readStandard);
    for (const text of found) if (!texts.includes(text)) texts.push(text);
    libraries.set(`${name} ${version}`, {
      name,
      version,
      licence: license,
      texts: found.map((text) => texts.indexOf(text)),
    });
  }
  return {
    libraries: [...libraries.values()].sort((a, b) => (a.name < b.name ? -1 : 1)),
    texts,
  };
}

function readTexts(folder: string): string[] {
  return readdirSync(folder)
    .filter((file) => LICENCE_FILES.test(file))
    .sort()
    .map((file) => readFileSync(join(folder, file), 'utf8').replaceAll('\r\n', '\n').trim());
}

function readStandard(licence: string): string {
  const standard = standardTexts[licence];
  if (!standard) throw new Error(`No text of the licence ${licence} is known`);
  return standard.licenseText.trim();
}

/**
 * Emits the list as a build file at `virtual:libraries` [LI-01]. A bundled library missing from it fails the build.
 */
export function libraries(root: string): Plugin {
  let list: Libraries | undefined;
  const source = () => JSON.stringify((list ??= listLibraries(root)));
  return {
    name: 'libraries',
    resolveId: (id) => (id === 'virtual:libraries' ? '\0libraries' : null),
    load(id, options) {
      if (id !== '\0libraries') return null;
      // The server renders only the frame of its screen.
      if (options?.ssr) return `export default '';`;
      if (this.meta.watchMode)
        return `export default 'data:application/json,${encodeURIComponent(source())}';`;
      const file = this.emitFile({ type: 'asset', name: 'libraries.json', source: source() });
      return `export default import.meta.ROLLUP_FILE_URL_${file};`;
    },
    generateBundle(_options, bundle) {
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk') continue;
        for (const module of chunk.moduleIds) {
          const name = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(module)?.[1];
          if (name && !(list ??= listLibraries(root)).libraries.some((library) => library.name === name))
            throw new Error(`${name} is sent to browsers: make it a dependency of web/package.json`);
        }
      }
    },
  };
}
