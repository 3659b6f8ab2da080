import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BuiltServer, PROGRAM } from '../../server/testing/outside/built-server.ts';
import { copyStartedFolder } from '../../server/testing/outside/started-folder.ts';

/** Properties of a server that all journeys share. */
export interface SharedServer {
  readonly origin: string;
  readonly dataFolder: string;
}

/** Server as run by `npm start`, on an own data folder with the demo data. */
export class JourneyServer extends BuiltServer {
  readonly dataFolder: string;

  /**
   * Disables rate limits unless tested: journeys write a student's month in a minute. Pages wait longer, as the machine may be
   * busy.
   *
   * @param settings further variables, such as `EDITION`.
   * @param parameters of Node, such as another checkout's program with its own web app.
   */
  constructor(dataFolder: string, settings: Record<string, string> = {}, parameters = [PROGRAM]) {
    const usual = { EDITION: 'beta', DEMO: '1', LOG_LEVEL: 'warn', LIMITS: 'off', PAGE_PATIENCE: '10000' };
    super({ DATA_DIR: dataFolder, ...usual, ...settings }, { parameters });
    this.dataFolder = dataFolder;
  }

  /** Starts a server on a new folder, which `close` deletes. */
  static async open(settings: Record<string, string>): Promise<JourneyServer> {
    const folder = await mkdtemp(join(tmpdir(), 'madang-journey-'));
    await copyStartedFolder(join(folder, 'data'), '1');
    const server = new JourneyServer(join(folder, 'data'), settings);
    await server.start();
    return server;
  }

  /** Returns the file's own server. */
  static own(server: SharedServer): JourneyServer {
    if (!(server instanceof JourneyServer))
      throw new Error('this file shares its server: test.use({ ownServer: {} })');
    return server;
  }

  async close(): Promise<void> {
    await this.stop();
    await rm(join(this.dataFolder, '..'), { recursive: true, force: true });
  }
}

const variable = (edition: string) => `JOURNEYS_${edition.toUpperCase()}`;

/** Shares the server of an edition with the workers, which inherit the environment. */
export function shareServer(edition: string, { origin, dataFolder }: SharedServer): void {
  process.env[variable(edition)] = JSON.stringify({ origin, dataFolder });
}

/** Returns the run's shared server of this edition. */
export function sharedServer(edition: string): SharedServer {
  return JSON.parse(process.env[variable(edition)] ?? '{}') as SharedServer;
}
