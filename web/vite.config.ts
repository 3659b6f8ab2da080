import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { buildWorker } from './build-worker.ts';
import { libraries } from './libraries.ts';
import { betaTexts } from './src/copy.ko.ts';
import { officialTexts } from './src/copy.official.ko.ts';

const compressible = /\.(?:js|css|html|svg|json)$/;

/** Compresses files at build time: compressing per request costs the server more. */
function precompress(): Plugin {
  let folder = '';
  return {
    name: 'precompress',
    apply: (config, { command }) => command === 'build' && !config.build?.ssr,
    configResolved(config) {
      folder = join(config.root, config.build.outDir);
    },
    async writeBundle() {
      const entries = await readdir(folder, { recursive: true, withFileTypes: true });
      const files = entries.filter((entry) => entry.isFile() && compressible.test(entry.name));
      await Promise.all(files.map((entry) => compressFile(join(entry.parentPath, entry.name))));
    },
  };
}

async function compressFile(path: string): Promise<void> {
  const bytes = await readFile(path);
  const params = { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
  await writeFile(`${path}.br`, await promisify(brotliCompress)(bytes, { params }));
  await writeFile(`${path}.gz`, await promisify(gzip)(bytes, { level: 9 }));
}

/**
 * Inlines each text where it is used, as the first screen would load a shared object whole. Only for `copy['key']`; official
 * texts follow next to it.
 */
function inlineCopy(): Plugin {
  const texts: Record<string, string> = betaTexts;
  const others: Record<string, string> = officialTexts;
  const edition = JSON.stringify(fileURLToPath(new URL('src/edition.ts', import.meta.url)));
  return {
    name: 'inline-copy',
    apply: 'build',
    enforce: 'pre',
    transform(code, id) {
      if (!/\/web\/src\/.+\.tsx?$/.test(id)) return null;
      let choosing = '';
      const inlined = code.replace(/\bcopy\['([^']+)'\]/g, (use, key: string) => {
        if (!(key in texts)) return use;
        if (!(key in others)) return JSON.stringify(texts[key]);
        choosing = `import { inWords } from ${edition};`;
        return `inWords(${JSON.stringify(texts[key])}, ${JSON.stringify(others[key])})`;
      });
      return choosing + inlined;
    },
  };
}

/** Removes screen table columns that only the server reads: the first screen loads the table. */
function dropServersColumns(): Plugin {
  return {
    name: 'drop-servers-columns',
    apply: 'build',
    enforce: 'pre',
    transform: (code, id) =>
      id.endsWith('/contract/src/screen-table.ts')
        ? code.replace(/\b(?:asks|asksOfficially|reads): \[[^\]]*\],?/g, '')
        : null,
  };
}

/** Groups small files: separately they compress worse, and each needs a name to load. */
const groups = [
  { name: 'start', tags: ['$initial' as const] },
  {
    name: 'form',
    test: /\/(?:lib\/use-form|components\/field)\.|\/field-text\.ts$/,
  },
  // A group includes its imports, so shared ones come first.
  {
    name: 'endless',
    test: /\/useInfiniteQuery\.|\/icons\/(?:bookmark|heart|message-circle)\./,
  },
  { name: 'building', test: /\/(?:soon-mark|campus\/building)\./ },
  { name: 'list', test: /\/features\/posts\/(?:post-list|endless-list)\./ },
  { name: 'board', test: /\/features\/posts\/board\./ },
];

/** Root of the repository. */
const root = fileURLToPath(new URL('..', import.meta.url));
const owners = new Map<string, string>();

/** Short, as every screen contains class names; derived from file and name, so deterministic. */
function nameClass(name: string, file: string): string {
  const owner = `${basename(file)} ${name}`;
  const digest = createHash('sha256').update(owner).digest('base64url').replaceAll(/[-_]/g, '');
  const short = `c${digest.slice(0, 4)}`;
  if ((owners.get(short) ?? owner) !== owner)
    throw new Error(`${owner} and ${owners.get(short)} are one class`);
  owners.set(short, owner);
  return short;
}

export default defineConfig({
  css: { modules: { generateScopedName: nameClass } },
  plugins: [inlineCopy(), dropServersColumns(), libraries(root), react(), buildWorker(root), precompress()],
  // Nothing is inlined except for `?inline`.
  build: {
    outDir: 'dist',
    assetsDir: 'assets',
    assetsInlineLimit: 0,
    manifest: true,
    target: 'es2022',
    modulePreload: false,
    rolldownOptions: { output: { codeSplitting: { groups } } },
  },
});
