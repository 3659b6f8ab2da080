// Builds the files of `npm start`: the server and its operator command as bundles, the web app as static files.
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { build as buildWeb } from 'vite';

const root = fileURLToPath(new URL('..', import.meta.url));
const installed = [];
for (const name of ['server', 'campus'])
  installed.push(
    ...Object.keys(JSON.parse(await readFile(`${root}${name}/package.json`, 'utf8')).dependencies),
  );

const { metafile } = await build({
  entryPoints: {
    server: `${root}server/src/main.ts`,
    operator: `${root}server/src/operator/main.ts`,
    decoder: `${root}server/src/images/decoder.ts`,
    'table-parser': `${root}server/src/features/admin/table-parser.ts`,
  },
  outdir: `${root}server/dist`,
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node20',
  sourcemap: true,
  // Bundles the own packages, which are TypeScript, and echarts, of which few files are needed. Other packages stay in
  // node_modules.
  external: installed.filter((name) => !name.startsWith('@madang/') && name !== 'echarts'),
  metafile: true,
  logLevel: 'warning',
});
// Checks the version of Node before loading code that an old one cannot parse.
await writeFile(
  `${root}server/dist/main.js`,
  `import { requireNode } from '../bin/require-node.mjs';\n\nrequireNode();\nimport('./server.js');\n`,
);
// The screen of licenses lists the lockfile's production packages (web/libraries.ts), so the bundle may use no others.
const { packages } = JSON.parse(await readFile(`${root}package-lock.json`, 'utf8'));
for (const path of Object.keys(metafile.inputs)) {
  const folder = /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0];
  if (folder && packages[folder]?.dev !== undefined)
    throw new Error(`${folder} is in the server's bundle: make it a dependency of server/package.json`);
}

await buildWeb({ root: `${root}web`, logLevel: 'warn' });
// The screens for server-side rendering: one file with all dependencies.
await buildWeb({
  root: `${root}web`,
  logLevel: 'warn',
  define: { 'process.env.NODE_ENV': '"production"' },
  ssr: { noExternal: true },
  build: {
    ssr: 'src/draw.tsx',
    outDir: `${root}server/dist/web`,
    emptyOutDir: true,
    copyPublicDir: false,
    manifest: false,
    target: 'node20',
    rolldownOptions: { output: { codeSplitting: false, entryFileNames: 'draw.js' } },
  },
});
// Only for the server (server/src/pages/screen-files.ts), so not among the public files.
await rename(`${root}web/dist/.vite/manifest.json`, `${root}server/dist/web-manifest.json`);
await rm(`${root}web/dist/.vite`, { recursive: true });
