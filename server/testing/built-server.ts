import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect } from 'vitest';
import { serverFolder } from '../src/platform/server-folder.ts';

const program = join(serverFolder(), 'dist', 'main.js');

export interface Run {
  child: ChildProcess;
  output: () => string;
  errors: () => string;
  exit: Promise<number | null>;
}

/**
 * Starts built servers, each in a process of its own, on one data folder a test. What a test leaves running is
 * killed after it.
 */
export function builtServers() {
  let folder: string;
  let running: ChildProcess[] = [];
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'madang-main-'));
  });
  afterEach(() => {
    for (const child of running) child.kill('SIGKILL');
    running = [];
    rmSync(folder, { recursive: true, force: true });
  });

  const dataFolder = () => join(folder, 'data');

  function start(environment: Record<string, string>): Run {
    const child = spawn(process.execPath, [program], {
      cwd: folder,
      env: { PATH: process.env.PATH ?? '', PORT: '0', DATA_DIR: dataFolder(), ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    running.push(child);
    let [output, errors] = ['', ''];
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
    const exit = once(child, 'exit').then(([code]) => code as number | null);
    return { child, output: () => output, errors: () => errors, exit };
  }

  /** Starts and waits until it says that it is ready; answers its address too. */
  async function startReady(environment: Record<string, string>): Promise<Run & { origin: string }> {
    const run = start(environment);
    const ready = /ready at (\S+)[^]*\n$/;
    await expect.poll(() => ready.test(run.output()) || run.errors(), { timeout: 40_000 }).toBe(true);
    return { ...run, origin: ready.exec(run.output())?.[1] ?? '' };
  }

  return { dataFolder, start, startReady };
}
