import { BuiltServer, PROGRAM } from '../../server/testing/outside/built-server.ts';

/** The server as `npm start` runs it, on a data folder of its own that holds the demo world. */
export class JourneyServer extends BuiltServer {
  readonly dataFolder: string;

  /**
   * Without limits, unless they are what is looked at: journeys write in a minute what a student writes in a month. Pages
   * wait for their screens: other journeys may keep the machine busy.
   *
   * @param others for measurements: `program` is another checkout's, which brings its own web app.
   */
  constructor(
    dataFolder: string,
    limits: 'on' | 'off' = 'off',
    { program = PROGRAM, patience = '10000' }: { program?: string | undefined; patience?: string } = {},
  ) {
    const settings = { DEMO: '1', LOG_LEVEL: 'warn', LIMITS: limits, PAGE_PATIENCE: patience };
    super({ DATA_DIR: dataFolder, ...settings }, { parameters: [program] });
    this.dataFolder = dataFolder;
  }
}
