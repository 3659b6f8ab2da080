// Builds what `npm start` serves: the server and its operator command as bundles, the web app as static files.
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { build as buildWeb } from 'vite';

const root = fileURLToPath(new URL('..', import.meta.url));
const { dependencies } = JSON.parse(await readFile(`${root}server/package.json`, 'utf8'));

await build({
  entryPoints: { main: `${root}server/src/main.ts`, operator: `${root}server/src/operator/main.ts` },
  outdir: `${root}server/dist`,
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node20',
  sourcemap: true,
  // Our own packages are TypeScript and go into the bundle; everything else stays where npm put it.
  external: Object.keys(dependencies).filter((name) => !name.startsWith('@madang/')),
  logLevel: 'warning',
});

await buildWeb({ root: `${root}web`, logLevel: 'warn' });
