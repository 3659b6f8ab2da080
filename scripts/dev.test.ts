import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { findFreePort } from '../server/testing/postgres-cluster.ts';

const PROGRAM = fileURLToPath(new URL('dev.mjs', import.meta.url));

let folder: string;
let shell: ChildProcess;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'madang-dev-'));
});
afterEach(() => {
  if (shell.pid) process.kill(-shell.pid, 'SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

/** Runs `npm run dev` as npm does, in a shell that hands no signal on; answers what it printed by the time that it says this. */
async function startUntil(said: RegExp): Promise<void> {
  shell = spawn('sh', ['-c', `"${process.execPath}" "${PROGRAM}" && true`], {
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      PATH: process.env['PATH'],
      npm_lifecycle_event: 'dev',
      DATA_DIR: join(folder, 'data'),
      DEMO: '0',
      PORT: String(await findFreePort()),
    },
  });
  let text = '';
  await new Promise<void>((resolve, reject) => {
    shell.once('close', () => reject(new Error(`it ended: ${text}`)));
    shell.stdout?.on('data', (chunk: Buffer) => {
      text += chunk.toString();
      if (said.test(text)) resolve();
    });
  });
}

test('npm run dev: a kill of npm ends the server too', { timeout: 120_000 }, async () => {
  await startUntil(/ready at/);
  // The output is closed once nobody is left who could write to it.
  const closed = once(shell, 'close');
  shell.kill('SIGTERM');
  await closed;
  expect(shell.signalCode).toBe('SIGTERM');
});
