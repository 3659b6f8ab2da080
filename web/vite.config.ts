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

/** The server sends these as they lie; compressing on each request would cost it more than the answer. */
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
 * Puts each text where it is used: as one object the whole copy would have to be loaded with the first screen.
 * Only for `copy['key']`; any other use keeps the object. What the official edition says in other words stands beside it.
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

/** Leaves out what only the server reads of a screen: the table goes along with the first one. */
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

/** Files that would be many and small without it: apart they compress worse, and each has to be named to be fetched. */
const groups = [
  { name: 'start', tags: ['$initial' as const] },
  { name: 'form', test: /\/ui\/(?:use-form|field|text-field|text-area)\.|\/field-text\.ts$/ },
  // A group takes along what its files import, so what others need too stands before it.
  {
    name: 'endless',
    test: /\/end-sentinel\.tsx$|\/useInfiniteQuery\.|\/post-cache\.ts$|\/icons\/(?:bookmark|heart|message-circle)\./,
  },
  { name: 'building', test: /\/(?:soon-mark|building-picture)\./ },
  { name: 'waiting', test: /\/(?:post-list-skeleton|empty-board)\.tsx$|\/post-list\.module\.css$/ },
  { name: 'list', test: /\/parts\/post\/(?:post-card|post-lists?|endless-list)\./ },
  { name: 'missing', test: /\/no-such-place\./ },
  { name: 'board', test: /\/(?:board-intro|sorted-posts)\./ },
];

/** Of the repository. */
const root = fileURLToPath(new URL('..', import.meta.url));
const owners = new Map<string, string>();

/** Short, since class names stand in every screen's bytes; made from where they are written, so always the same. */
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
  // Nothing is inlined but what says so itself (`?inline`).
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
