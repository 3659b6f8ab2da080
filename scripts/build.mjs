// Builds what `npm start` serves: the server and its operator command as bundles, the web app as static files.
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
    decoder: `${root}server/src/platform/images/decoder.ts`,
  },
  outdir: `${root}server/dist`,
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node20',
  sourcemap: true,
  // Our own packages are TypeScript and go into the bundle, and so does what draws the plots: of its many files few are needed.
  // Everything else stays where npm put it.
  external: installed.filter((name) => !name.startsWith('@madang/') && name !== 'echarts'),
  metafile: true,
  logLevel: 'warning',
});
// What is started looks at the version of Node before it loads what an old one cannot read.
await writeFile(
  `${root}server/dist/main.js`,
  `import { requireNode } from '../bin/require-node.mjs';\n\nrequireNode();\nimport('./server.js');\n`,
);
// The screen of licences lists what the lockfile names for service (web/libraries.ts), so nothing else may run there.
const { packages } = JSON.parse(await readFile(`${root}package-lock.json`, 'utf8'));
for (const path of Object.keys(metafile.inputs)) {
  const folder = /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0];
  if (folder && packages[folder]?.dev !== undefined)
    throw new Error(`${folder} is in the server's bundle: make it a dependency of server/package.json`);
}

await buildWeb({ root: `${root}web`, logLevel: 'warn' });
// The same screens for the server, which draws them: one file with all it needs.
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
// For the server alone (server/src/pages/screen-files.ts), so not among the files that it hands out.
await rename(`${root}web/dist/.vite/manifest.json`, `${root}server/dist/web-manifest.json`);
await rm(`${root}web/dist/.vite`, { recursive: true });
