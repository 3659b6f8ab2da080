// Builds what `npm start` serves: the server and its operator command as bundles, the web app as static files.
import { readFile, rename, rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { build as buildWeb } from 'vite';

const root = fileURLToPath(new URL('..', import.meta.url));
const installed = [];
for (const name of ['server', 'campus'])
  installed.push(
    ...Object.keys(JSON.parse(await readFile(`${root}${name}/package.json`, 'utf8')).dependencies),
  );

await build({
  entryPoints: { main: `${root}server/src/main.ts`, operator: `${root}server/src/operator/main.ts` },
  outdir: `${root}server/dist`,
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node20',
  sourcemap: true,
  // Our own packages are TypeScript and go into the bundle; everything else stays where npm put it.
  external: installed.filter((name) => !name.startsWith('@madang/')),
  logLevel: 'warning',
});

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
