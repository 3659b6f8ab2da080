// `npm run drills`: every drill in its long form; ends with what was lost and doubled in all of them.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startCluster } from '../../testing/postgres-cluster.ts';
import { breakStreams } from './broken-streams.ts';
import { fillDisk } from './full-disk.ts';
import { sendHostilePictures } from './hostile-pictures.ts';
import { killServer } from './kill-server.ts';
import { readInParallel } from './parallel-reads.ts';
import { rollBehindNginx } from './roll-behind-nginx.ts';
import { rollOut } from './roll-out.ts';
import { canMakeDisk } from './small-disk.ts';
import { stopDatabase } from './stop-database.ts';

interface Outcome {
  lost: number;
  doubled: number;
}

const drills: (readonly [string, (folder: string) => Promise<Outcome>])[] = [
  ['SF-24 kill -9 twenty times, embedded engine', (folder) => killServer({ DATA_DIR: folder }, 20)],
  [
    'SF-24 kill -9 twenty times, PostgreSQL',
    (folder) => withPostgres((DATABASE_URL) => killServer({ DATA_DIR: folder, DATABASE_URL }, 20)),
  ],
  ['SF-25 PostgreSQL stopped ten times', (folder) => stopDatabase(folder, 10)],
  ['SF-32 a deploy under reads and writes', (folder) => rollOut(folder)],
  [
    'SF-32 blue and green behind the shipped nginx',
    (folder) => rollBehindNginx(folder, { rounds: 2, phase: 5_000 }),
  ],
  [
    'M-20 thirty hostile pictures',
    async (folder) => ({ lost: 0, doubled: 0, ...(await sendHostilePictures(folder)) }),
  ],
  ...(canMakeDisk()
    ? [['M-33 a disk filled ten times', (folder: string) => fillDisk(folder, 10)] as const]
    : []),
  [
    'M-30 eight hundred reads of one session at once, embedded engine',
    async (folder) => ({ lost: 0, doubled: 0, ...(await readInParallel({ DATA_DIR: folder }, 'on')) }),
  ],
  [
    'M-30 eight hundred reads of one session at once, PostgreSQL',
    (folder) =>
      withPostgres(async (DATABASE_URL) => ({
        lost: 0,
        doubled: 0,
        ...(await readInParallel({ DATA_DIR: folder, DATABASE_URL }, 'on')),
      })),
  ],
  ['SF-29 10,000 replies over 200 reconnects', (folder) => breakStreams(folder, 10_000, 200)],
];

async function withPostgres<Result>(work: (url: string) => Promise<Result>): Promise<Result> {
  const cluster = await startCluster();
  await cluster.createDatabase('madang');
  try {
    return await work(cluster.urlOf('madang'));
  } finally {
    await cluster.stop();
  }
}

let [lost, doubled] = [0, 0];
for (const [name, drill] of drills) {
  const folder = await mkdtemp(join(tmpdir(), 'madang-drill-'));
  const started = Date.now();
  const outcome = await drill(join(folder, 'data'));
  await rm(folder, { recursive: true, force: true });
  lost += outcome.lost;
  doubled += outcome.doubled;
  process.stdout.write(`${name} (${Math.round((Date.now() - started) / 1_000)} s)\n`);
  process.stdout.write(`  ${JSON.stringify(outcome)}\n`);
}
process.stdout.write(`lost ${lost}, doubled ${doubled}\n`);
process.exitCode = lost + doubled === 0 ? 0 : 1;
