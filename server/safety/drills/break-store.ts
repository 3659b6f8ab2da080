import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { S3Store } from '../../src/platform/images/s3-store.ts';
import { startCluster } from '../../testing/postgres-cluster.ts';
import { startSwift } from '../../testing/swift.ts';
import { settingsOf } from '../../testing/test-images.ts';
import { DrillServer } from './drill-server.ts';
import { Load } from './load.ts';
import { Meter } from './meter.ts';
import { startOperator } from './operator-process.ts';
import type { PartReport } from './part-report.ts';
import { Uploaders } from './uploaders.ts';

const MOVED_WITHIN = 60_000;

/**
 * Pictures in an S3 store that is killed and that hangs while students send them: everything else goes on without a failed call.
 * Then `operator images move` brings them to the folder and back, killed in the middle each time. Every picture that was
 * acknowledged is there after each step, byte for byte.
 */
export async function breakStore(
  folder: string,
  { away, print = () => {} }: { away: number; print?: (line: string) => void },
): Promise<PartReport & { acknowledged: number; pictures: number }> {
  const [cluster, swift] = await Promise.all([startCluster(), startSwift()]);
  await cluster.createDatabase('madang');
  const S3_URL = await swift.makeBucket('pictures');
  const inFolder = { DATA_DIR: join(folder, 'data'), DATABASE_URL: cluster.urlOf('madang') };
  const inStore = { ...inFolder, S3_URL };
  const server = new DrillServer(inStore);
  let load: Load | undefined;
  let uploaders: Uploaders | undefined;
  try {
    await server.start();
    const [account] = server.accounts;
    load = await Load.begin(await server.signIn(account), 100, print);
    const pictures = new Meter();
    const client = pictures.watch(await server.signIn(account));
    uploaders = await Uploaders.begin(client, 2, 50);
    const steps: { name: string; longestOutage: number }[] = [];
    /** While the store is away, of all that students do only sending pictures may fail. */
    const step = async (name: string, work: () => Promise<unknown>, expected: readonly number[] = []) => {
      pictures.expected = expected;
      const before = uploaders?.taken ?? 0;
      await load?.step(name, work);
      for (const end = Date.now() + MOVED_WITHIN; (uploaders?.taken ?? 0) < before + 2;) {
        if (Date.now() > end) throw new Error(`${name}: no picture is taken any more`);
        await sleep(50);
      }
      pictures.expected = [];
      steps.push({ ...pictures.take(name), name: `${name} (pictures)` });
    };
    await step('the store is well', () => sleep(away));
    await step(
      'the store is killed, and started again',
      async () => {
        swift.signalProxy('SIGKILL');
        await sleep(away);
        await swift.startProxy();
      },
      [503],
    );
    await step(
      'the store hangs, and goes on',
      async () => {
        swift.signalProxy('SIGSTOP');
        await sleep(2 * away);
        swift.signalProxy('SIGCONT');
      },
      [503],
    );
    await uploaders.stop();
    const report = await load.close();
    let lost = report.lost + (await uploaders.countLost(client));

    const countInFolder = () => filesIn(join(inFolder.DATA_DIR, 'images'));
    const countInStore = async () => {
      let count = 0;
      for await (const key of new S3Store(settingsOf(S3_URL)).list()) count += key === '' ? 0 : 1;
      return count;
    };
    const moves = [
      ['folder', inFolder, countInStore, countInFolder],
      ['store', inStore, countInFolder, countInStore],
    ] as const;
    for (const [to, place, countHere, count] of moves) {
      const began = performance.now();
      await server.stop();
      print(await moveBrokenOff(inStore, to, count, (await countHere()) / 3));
      await server.start({ S3_URL: '', ...place });
      steps.push({ name: `the move to the ${to}`, longestOutage: Math.round(performance.now() - began) });
      lost += await uploaders.countLost(await server.signIn(account));
    }
    return {
      ...report,
      steps: [...report.steps, ...steps],
      failed: [...report.failed, ...pictures.failed],
      lost,
      pictures: uploaders.taken,
    };
  } finally {
    uploaders?.abandon();
    load?.abandon();
    await server.stop('SIGKILL');
    await swift.stop();
    await cluster.stop();
  }
}

/** Begins a move, kills it once so many pictures have come, and begins it again. */
async function moveBrokenOff(
  environment: Record<string, string>,
  to: 'folder' | 'store',
  count: () => number | Promise<number>,
  enough: number,
): Promise<string> {
  const words = ['images', 'move', to] as const;
  const broken = startOperator(environment, ...words);
  for (const end = Date.now() + MOVED_WITHIN; (await count()) < enough;) {
    if (Date.now() > end || broken.child.exitCode !== null) throw new Error('the move did not come so far');
    await sleep(10);
  }
  broken.child.kill('SIGKILL');
  const killed = await broken.ended;
  if (killed.code !== null) throw new Error(`the move ended before it was killed: ${killed.output}`);
  const before = await count();
  const { code, output } = await startOperator(environment, ...words).ended;
  if (code !== 0) throw new Error(`the move that was begun again ended with ${code}: ${output}`);
  return `move to the ${to}: killed with ${before} pictures there, ${await count()} at its end`;
}

/** How many files lie in a folder and below. */
function filesIn(folder: string): number {
  try {
    return readdirSync(folder, { withFileTypes: true, recursive: true }).filter((entry) => entry.isFile())
      .length;
  } catch {
    return 0;
  }
}
