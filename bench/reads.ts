// `npm run bench`: what a read costs the server, beside a bare `node:http` that answers the same bytes. Both run
// in turn in processes of their own; quoted is processor time an answer, because on few cores the load generator
// is the first to be full. Figures of different runs do not compare: only the ratios within one run do.
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import autocannon from 'autocannon';

const { values } = parseArgs({
  options: {
    posts: { type: 'string', default: '10000' },
    seconds: { type: 'string', default: '5' },
    rounds: { type: 'string', default: '3' },
    connections: { type: 'string', default: '16' },
  },
});
const root = fileURLToPath(new URL('..', import.meta.url));
const folder = await mkdtemp(join(tmpdir(), 'madang-bench-'));
const environment = {
  ...process.env,
  DATA_DIR: join(folder, 'data'),
  DEMO: '0',
  PORT: '0',
  LOG_LEVEL: 'warn',
};
const account = { email: 'bench@korea.ac.kr', password: 'bench password' };

interface Target {
  address: string;
  headers: Record<string, string>;
  process: ChildProcess;
}

/** Starts a program and waits for the line that says where it listens. */
async function start(
  parameters: string[],
  env: NodeJS.ProcessEnv,
): Promise<{ process: ChildProcess; origin: string }> {
  const child = spawn(process.execPath, parameters, { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const origin = await new Promise<string>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`ended with ${code}`)));
    createInterface({ input: child.stdout }).on('line', (line) => {
      const address = /ready at (\S+)/.exec(line)?.[1];
      if (address) resolve(address);
    });
  });
  return { process: child, origin };
}

/** Processor seconds that a process has used, of proc(5): fields 14 and 15, in ticks of 10 ms. */
function processorSeconds(child: ChildProcess): number {
  const line = readFileSync(`/proc/${child.pid}/stat`, 'utf8');
  const fields = line.slice(line.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

async function measure(target: Target) {
  const before = processorSeconds(target.process);
  const result = await autocannon({
    url: target.address,
    headers: target.headers,
    connections: Number(values.connections),
    duration: Number(values.seconds),
  });
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${target.address}: ${result.non2xx} refused, ${result.errors} broken`);
  const answers = result.requests.total;
  return {
    microseconds: ((processorSeconds(target.process) - before) / answers) * 1e6,
    perSecond: answers / Number(values.seconds),
  };
}

const median = (numbers: number[]) =>
  numbers.toSorted((left, right) => left - right)[Math.floor(numbers.length / 2)] ?? 0;

/** A bare server that answers one file's bytes to everything. */
const bare = (file: string) => `
  import { readFileSync } from 'node:fs';
  import { createServer } from 'node:http';
  const bytes = readFileSync(${JSON.stringify(file)});
  const server = createServer((_, answer) => answer.writeHead(200, { 'Content-Type': 'application/json' }).end(bytes));
  server.listen(0, '127.0.0.1', () => console.log('ready at http://127.0.0.1:' + server.address().port));`;

spawnSync(
  process.execPath,
  [
    '--import',
    'tsx',
    join(root, 'server/seed/plant-bench.ts'),
    '--posts',
    values.posts,
    '--email',
    account.email,
    '--password',
    account.password,
  ],
  {
    cwd: root,
    env: environment,
    stdio: ['ignore', 'ignore', 'inherit'],
  },
);
const server = await start([join(root, 'server/dist/main.js')], environment);
const signedIn = await fetch(`${server.origin}/api/session`, {
  method: 'POST',
  headers: { 'Content-Type': 'application/json', Origin: server.origin },
  body: JSON.stringify(account),
});
const headers = { Cookie: signedIn.headers.getSetCookie()[0]?.split(';', 1)[0] ?? '' };
const latest = (await (await fetch(`${server.origin}/api/posts/latest`, { headers })).json()) as {
  posts: { id: string; buildingId: string }[];
};
const [post] = latest.posts;
const paths = [
  '/api/posts/latest',
  `/api/buildings/${post?.buildingId ?? ''}/posts`,
  `/api/buildings/${post?.buildingId ?? ''}/posts?order=popular`,
  `/api/posts/${post?.id ?? ''}`,
  '/api/buildings',
];
console.log(
  `${values.posts} posts, ${values.connections} connections, ${values.rounds} rounds of ${values.seconds} s\n`,
);
console.log('path | answers/s | µs CPU an answer | bare µs | ratio (min–max)');
for (const path of paths) {
  const bytes = await (await fetch(server.origin + path, { headers })).text();
  const file = join(folder, 'answer.json');
  const script = join(folder, 'bare.mjs');
  await writeFile(file, bytes);
  await writeFile(script, bare(file));
  const baseline = await start([script], process.env);
  const rounds = [];
  for (let round = 0; round < Number(values.rounds); round += 1) {
    const ours = await measure({ address: server.origin + path, headers, process: server.process });
    const theirs = await measure({ address: baseline.origin, headers, process: baseline.process });
    rounds.push({ ours, theirs, ratio: ours.microseconds / theirs.microseconds });
  }
  baseline.process.kill();
  const ratios = rounds.map(({ ratio }) => ratio);
  const figures = [
    path.replace(post?.id ?? '', '{id}').replace(post?.buildingId ?? '', '{building}'),
    Math.round(median(rounds.map(({ ours }) => ours.perSecond))),
    Math.round(median(rounds.map(({ ours }) => ours.microseconds))),
    Math.round(median(rounds.map(({ theirs }) => theirs.microseconds))),
    `${median(ratios).toFixed(1)} (${Math.min(...ratios).toFixed(1)}–${Math.max(...ratios).toFixed(1)})`,
  ];
  console.log(figures.join(' | '));
}
server.process.kill();
await rm(folder, { recursive: true, force: true });
