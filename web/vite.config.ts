import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
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

/** Root of the repository. */
const root = fileURLToPath(new URL('..', import.meta.url));

export default defineConfig({
  plugins: [inlineCopy(), libraries(root), react(), buildWorker(root), precompress()],
  // Nothing is inlined except for `?inline`.
  build: {
    outDir: 'dist',
    assetsDir: 'assets',
    assetsInlineLimit: 0,
    manifest: true,
    target: 'es2022',
    // A screen's files load at once. The polyfill would do that in old browsers, with script in the start file.
    modulePreload: { polyfill: false },
    // One file for the start: small files compress worse.
    rolldownOptions: {
      output: { codeSplitting: { groups: [{ name: 'start', tags: ['$initial' as const] }] } },
    },
  },
});
