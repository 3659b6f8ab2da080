import { BuiltServer } from '../../server/testing/outside/built-server.ts';

/** The server as `npm start` runs it, on a data folder of its own that holds the demo world. */
export class JourneyServer extends BuiltServer {
  readonly dataFolder: string;

  /** Without limits, unless they are what is looked at: journeys write in a minute what a student writes in a month. */
  constructor(dataFolder: string, limits: 'on' | 'off' = 'off') {
    super({ DATA_DIR: dataFolder, DEMO: '1', LOG_LEVEL: 'warn', LIMITS: limits });
    this.dataFolder = dataFolder;
  }
}
