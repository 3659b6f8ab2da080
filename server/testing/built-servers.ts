import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach } from 'vitest';
import { BuiltServer } from './outside/built-server.ts';
import { copyStartedFolder } from './outside/started-folder.ts';

/**
 * Starts built servers, each in a process of its own, on one data folder a test. What a test leaves running is
 * killed after it.
 */
export function builtServers() {
  let folder: string;
  let running: BuiltServer[] = [];
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'madang-main-'));
  });
  afterEach(() => {
    for (const server of running) server.signal('SIGKILL');
    running = [];
    rmSync(folder, { recursive: true, force: true });
  });

  const dataFolder = () => join(folder, 'data');

  function make(environment: Record<string, string>) {
    const server = new BuiltServer({ DATA_DIR: dataFolder(), ...environment }, { folder });
    running.push(server);
    return server;
  }

  /** Starts and does not wait. */
  function start(environment: Record<string, string>): BuiltServer {
    const server = make(environment);
    server.launch();
    return server;
  }

  /** Starts and waits until it says that it is ready. Its folder was started before, unless it shall be `fresh`. */
  async function startReady(
    environment: Record<string, string>,
    { fresh = 'DATABASE_URL' in environment } = {},
  ): Promise<BuiltServer> {
    if (!fresh && !existsSync(dataFolder()))
      await copyStartedFolder(dataFolder(), environment['DEMO'] === '0' ? '0' : '1');
    const server = make(environment);
    await server.start();
    return server;
  }

  return { dataFolder, start, startReady };
}
