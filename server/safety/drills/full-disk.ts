import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Writers, type Ledger } from './ledger.ts';
import { DrillServer } from './drill-server.ts';
import { SmallDisk } from './small-disk.ts';

export interface FullDiskReport extends Ledger {
  /** Longest time in ms from the full disk to its log line. */
  longestSilence: number;
  /** Longest time from SIGTERM on a full disk to the end of the process. */
  longestStop: number;
  /** Whether lists could be read on the full disk, in rounds without a hung process. */
  readsWentOn: boolean;
}

const DISK_MEGABYTES = 120;

/**
 * Fills the disk of the embedded engine to its last byte while users write, once per round.
 * Each time the server is stopped on the full disk and started again with free space.
 */
export async function fillDisk(folder: string, rounds: number): Promise<FullDiskReport> {
  const disk = new SmallDisk(join(folder, 'disk'), DISK_MEGABYTES);
  const server = new DrillServer({ DATA_DIR: join(disk.folder, 'data'), LOG_LEVEL: 'warn' });
  const ballast = join(disk.folder, 'ballast');
  let writers: Writers | undefined;
  let [longestSilence, longestStop, readsWentOn] = [0, 0, true];
  try {
    await server.start();
    writers = await Writers.begin(await server.signIn(server.accounts[0]));
    for (let round = 0; round < rounds; round += 1) {
      await sleep(500 + Math.random() * 500);
      await fill(ballast);
      longestSilence = Math.max(longestSilence, await waitForWord(server));
      if (server.running) readsWentOn &&= await canRead(server);
      const asked = Date.now();
      await server.stop();
      longestStop = Math.max(longestStop, Date.now() - asked);
      await rm(ballast);
      await server.start();
    }
    await writers.stop();
    return { ...(await writers.close()), longestSilence, longestStop, readsWentOn };
  } finally {
    writers?.abandon();
    await server.stop('SIGKILL');
    disk.remove();
  }
}

/** Writes until the disk is full. */
async function fill(path: string): Promise<void> {
  const file = await open(path, 'w');
  try {
    for (const size of [1024 * 1024, 4096]) {
      const block = Buffer.alloc(size);
      while ((await file.write(block).catch(() => ({ bytesWritten: 0 }))).bytesWritten === size);
    }
  } finally {
    await file.close();
  }
}

/** Waits for the log line about the disk; returns the milliseconds. */
async function waitForWord(server: DrillServer): Promise<number> {
  const since = Date.now();
  while (!/disk full|has not answered/.test(server.output)) {
    if (Date.now() - since > 30_000)
      throw new Error(`not a word of the full disk: ${server.output.slice(-300)}`);
    await sleep(50);
  }
  return Date.now() - since;
}

/** A hung process does not answer and is ended by its watchdog. */
async function canRead(server: DrillServer): Promise<boolean> {
  const answered = await fetch(`${server.origin}/api/campus`, { signal: AbortSignal.timeout(12_000) }).then(
    ({ ok }) => ok,
    () => false,
  );
  return answered || !server.running;
}
