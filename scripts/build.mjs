// Builds what `npm start` serves: the server and its operator command as bundles, the web app as static files.
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { build as buildWeb } from 'vite';
import { listFiles } from './web-routes.mjs';

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

const { output } = await buildWeb({ root: `${root}web`, logLevel: 'warn' });
// For the server alone (server/src/page-hints.ts), so not among the files that it hands out.
await writeFile(`${root}server/dist/screen-files.json`, JSON.stringify(listFiles(output), null, 2));
