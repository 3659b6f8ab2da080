import { stat, truncate } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { startOperator } from './operator-process.ts';
import type { WatchedServer } from './watched-server.ts';

/** Holds the posts for 1.6 s, lets go, and stands in line again. */
export async function lockPosts(watched: WatchedServer, signal: AbortSignal, after: number): Promise<void> {
  const client = await watched.connect();
  await sleep(after);
  while (!signal.aborted) {
    await client.query('BEGIN; LOCK TABLE posts IN ACCESS EXCLUSIVE MODE');
    await sleep(1_600);
    await client.query('COMMIT');
  }
  await client.end();
}

/** Stops the process and lets it go on, as a machine does that is too small. */
export async function takeProcessor(server: WatchedServer['server'], signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    server.signal('SIGSTOP');
    await sleep(320);
    server.signal('SIGCONT');
    await sleep(60);
  }
}

/** Damages the newest archive, and tries it as the weekly unit does: that must end with 1. */
export async function failTrial({ environment, folder }: WatchedServer, archive: string): Promise<void> {
  await truncate(archive, Math.floor((await stat(archive)).size / 2));
  const { code, output } = await startOperator(environment, 'backup', 'verify', '--folder', folder).ended;
  if (code !== 1) throw new Error(`the trial of a damaged archive ended with ${code}: ${output}`);
}
