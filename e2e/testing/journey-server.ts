import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BuiltServer, PROGRAM } from '../../server/testing/outside/built-server.ts';
import { copyStartedFolder } from '../../server/testing/outside/started-folder.ts';

/** What a journey knows of a server that runs for all of them. */
export interface SharedServer {
  readonly origin: string;
  readonly dataFolder: string;
}

/** The server as `npm start` runs it, on a data folder of its own that holds the demo world. */
export class JourneyServer extends BuiltServer {
  readonly dataFolder: string;

  /**
   * Without limits, unless they are what is looked at: journeys write in a minute what a student writes in a month. Pages
   * wait for their screens: other journeys may keep the machine busy.
   *
   * @param settings further variables, such as `EDITION`.
   * @param parameters of Node, such as the program of another checkout, which brings its own web app.
   */
  constructor(dataFolder: string, settings: Record<string, string> = {}, parameters = [PROGRAM]) {
    const usual = { EDITION: 'beta', DEMO: '1', LOG_LEVEL: 'warn', LIMITS: 'off', PAGE_PATIENCE: '10000' };
    super({ DATA_DIR: dataFolder, ...usual, ...settings }, { parameters });
    this.dataFolder = dataFolder;
  }

  /** Starts one on a new folder, which `close` removes. */
  static async open(settings: Record<string, string>): Promise<JourneyServer> {
    const folder = await mkdtemp(join(tmpdir(), 'madang-journey-'));
    await copyStartedFolder(join(folder, 'data'), '1');
    const server = new JourneyServer(join(folder, 'data'), settings);
    await server.start();
    return server;
  }

  /** The server of a file that has one of its own. */
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

/** Lets the workers, which inherit the environment, find the server of an edition. */
export function shareServer(edition: string, { origin, dataFolder }: SharedServer): void {
  process.env[variable(edition)] = JSON.stringify({ origin, dataFolder });
}

/** The server of this edition that the run has started for all journeys. */
export function sharedServer(edition: string): SharedServer {
  return JSON.parse(process.env[variable(edition)] ?? '{}') as SharedServer;
}
