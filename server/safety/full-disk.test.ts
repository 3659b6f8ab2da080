import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fillDisk, type FullDiskReport } from './drills/full-disk.ts';
import { canMakeDisk } from './drills/small-disk.ts';

// Short form of the drill; `npm run drills disk` fills the disk ten times.
let folder: string;
let report: FullDiskReport;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'madang-disk-'));
  if (canMakeDisk()) report = await fillDisk(folder, 3);
}, 240_000);
afterAll(() => rm(folder, { recursive: true, force: true }));

test.runIf(canMakeDisk())('full disk: no acknowledged write is lost or doubled', () => {
  expect(report).toMatchObject({ lost: 0, doubled: 0, wrongSums: [] });
  expect(report.acknowledged).toBeGreaterThan(20);
});

test.runIf(canMakeDisk())('full disk: logged within ten seconds', () => {
  expect(report.longestSilence).toBeLessThanOrEqual(10_000);
});

test.runIf(canMakeDisk())('SIGTERM ends a server on a full disk within ten seconds', () => {
  expect(report.longestStop).toBeLessThanOrEqual(10_000);
});

test.runIf(canMakeDisk())('reads continue while writes are refused', () => {
  expect(report.readsWentOn).toBe(true);
});

test('watchdog: ends a process whose engine spins, with a reason; a busy loop continues', async () => {
  const from = (path: string) => JSON.stringify(new URL(`../src/${path}`, import.meta.url).href);
  const program = `
    const { startWatchdog } = await import(${from('lib/watchdog.ts')});
    const { openMemory } = await import(${from('database/embedded.ts')});
    const database = await openMemory();
    startWatchdog('engine', 2_000);
    await database.first('SELECT 1');
    // For three times the patience, outside of the engine.
    for (const until = Date.now() + 6_000; Date.now() < until; );
    await database.first('SELECT 1');
    console.log('stuck');
    await database.first('DO $$ BEGIN LOOP END LOOP; END $$');
  `;
  const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '--eval', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const [, signal] = (await once(child, 'exit')) as [number | null, string | null];
  expect(signal).toBe('SIGKILL');
  expect(output).toMatch(/^stuck\n/);
  expect(JSON.parse(output.split('\n')[1] ?? '')).toMatchObject({
    level: 'fatal',
    msg: expect.stringContaining('has not answered'),
  });
});
