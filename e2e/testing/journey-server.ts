import { BuiltServer, PROGRAM } from '../../server/testing/outside/built-server.ts';

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
    const usual = { DEMO: '1', LOG_LEVEL: 'warn', LIMITS: 'off', PAGE_PATIENCE: '10000' };
    super({ DATA_DIR: dataFolder, ...usual, ...settings }, { parameters });
    this.dataFolder = dataFolder;
  }
}
