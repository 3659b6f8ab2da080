import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach } from 'vitest';
import { BuiltServer } from './outside/built-server.ts';
import { copyStartedFolder } from './outside/started-folder.ts';

/** Starts built servers, each in its own process, on one data folder per test. Kills the rest after the test. */
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

  /** Starts a server without waiting for it. */
  function start(environment: Record<string, string>): BuiltServer {
    const server = make(environment);
    server.launch();
    return server;
  }

  /** Starts a server and waits until it is ready. Copies a started data folder unless `fresh`. */
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

  /**
   * Starts a server and stops before it listens; returns a function that lets it listen.
   * A start can take longer than the time allowed for a stop.
   */
  async function startUpToPort(environment: Record<string, string>): Promise<[BuiltServer, () => void]> {
    const [there, go] = [join(folder, 'there'), join(folder, 'go')];
    const server = start({ ...environment, NODE_OPTIONS: waitAtPort(there, go) });
    while (!existsSync(there)) await sleep(20);
    return [server, () => writeFileSync(go, '')];
  }

  return { dataFolder, start, startReady, startUpToPort };
}

/** Returns a flag for Node that creates one file before `listen` and waits for the other file. */
const waitAtPort = (there: string, go: string) =>
  `--import=data:text/javascript,${encodeURIComponent(`
    import { existsSync, writeFileSync } from 'node:fs';
    import { Server } from 'node:net';
    const { listen } = Server.prototype;
    Server.prototype.listen = function (...where) {
      writeFileSync('${there}', '');
      const look = () => (existsSync('${go}') ? listen.apply(this, where) : setTimeout(look, 20));
      look();
      return this;
    };`)}`;
