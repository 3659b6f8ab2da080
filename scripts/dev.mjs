// `npm run dev`: the app for developers, at one address.
// Vite serves the web app with hot reloading and proxies to the server, which restarts after a change of its files.
import { spawn } from 'node:child_process';
import { createServer as listen } from 'node:net';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { createServer } from 'vite';
import { stopWithNpm } from './stop-with-npm.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const port = Number(process.env.PORT ?? 3000);
const origin = `http://localhost:${port}`;
/** Paths of the server; everything else belongs to the web app. */
const SERVER_PATHS = ['/api', '/images', '/campus', '/EventImg', '/dev', '/health'];
const SERVER_FILES = ['server/src', 'server/seed', 'server/migrations', 'contract/src', 'campus'];

const backend = await findFreePort();
let child;
let vite;
// Registered before a server could be left behind.
for (const signal of ['SIGHUP', 'SIGINT', 'SIGTERM']) process.once(signal, () => void stop(0));
stopWithNpm();
/** Settles when the server answers; requests meanwhile wait for it. */
let ready = startServer();

vite = await createServer({
  root: `${root}web`,
  plugins: [
    {
      name: 'wait-for-the-server',
      // Called again when Vite restarts, with another watcher.
      configureServer({ middlewares, watcher }) {
        middlewares.use((request, response, next) => void passOn(request, response, next));
        watcher.add(SERVER_FILES.map((path) => `${root}${path}`));
        watcher.on('all', (_event, path) => {
          const name = relative(root, path);
          const isTest = /\.test\.tsx?$/.test(name);
          if (!isTest && SERVER_FILES.some((folder) => name.startsWith(`${folder}/`))) restart(name);
        });
      },
    },
  ],
  server: {
    port,
    strictPort: true,
    proxy: Object.fromEntries(SERVER_PATHS.map((path) => [path, { target: `http://127.0.0.1:${backend}` }])),
  },
});
try {
  await vite.listen();
} catch (error) {
  console.error(error.message);
  await stop(1);
}

async function passOn(request, response, next) {
  if (request.url === '/sw.js') return sendRemover(response);
  if (isServerPath(request.url)) await ready;
  next();
}

/** Sends a worker that removes itself: a built app at this address may have left one that would show that app. */
async function sendRemover(response) {
  const entryPoints = [`${root}web/worker/remove.ts`];
  const { outputFiles } = await build({ entryPoints, bundle: true, format: 'iife', write: false });
  response.setHeader('Content-Type', 'text/javascript').end(outputFiles[0].text);
}

async function stop(code) {
  await Promise.all([vite?.close(), stopServer()]);
  process.exit(code);
}

let timer;
/** Restarts the server; several files saved at once are one change. */
function restart(name) {
  clearTimeout(timer);
  timer = setTimeout(() => {
    console.log(`${name} changed: the server starts again`);
    ready = ready.then(stopServer).then(startServer);
    void ready.then(() => vite.ws.send({ type: 'full-reload' }));
  }, 50);
}

/** Resolves when the server answers; if it exits first, its output shows why and the next edit restarts it. */
async function startServer() {
  child = spawn(process.execPath, ['--enable-source-maps', '--import', 'tsx', `${root}server/src/main.ts`], {
    env: { LIMITS: 'off', ...process.env, HOST: '127.0.0.1', PORT: String(backend), ORIGIN: origin },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await new Promise((resolve) => {
    child.once('exit', resolve);
    child.stdout.on('data', (text) => {
      process.stdout.write(text);
      if (String(text).includes('ready at')) resolve();
    });
  });
}

async function stopServer() {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  await ended;
}

function isServerPath(url = '') {
  return SERVER_PATHS.some(
    (path) => url === path || url.startsWith(`${path}/`) || url.startsWith(`${path}?`),
  );
}

function findFreePort() {
  return new Promise((resolve) => {
    const server = listen().listen(0, '127.0.0.1', () => {
      const { port: free } = server.address();
      server.close(() => resolve(free));
    });
  });
}
