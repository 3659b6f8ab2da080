import { readConfig, type Config } from '../src/config.ts';
import { runOperator } from '../src/operator/program.ts';
import { openTerminal } from '../src/operator/terminal.ts';
import { Hub } from '../src/platform/live/hub.ts';
import { createLog } from '../src/platform/log/log.ts';
import type { TestApp } from './test-app.ts';

export interface Operated {
  code: number;
  /** What stood on standard output, without the last line end. */
  output: string;
  errors: string;
}

/** Runs one operator command on the data of a test's app, e.g. `operate(testApp, 'audit', 'list')`. */
export async function operate(
  testApp: Pick<TestApp, 'database' | 'images' | 'campus'> & { config?: Config },
  ...words: string[]
): Promise<Operated> {
  const log = createLog('silent');
  const [output, errors]: [string[], string[]] = [[], []];
  const code = await runOperator(words, {
    open: async () => ({
      config: testApp.config ?? readConfig({}),
      database: testApp.database,
      images: testApp.images,
      campus: testApp.campus,
      hub: new Hub(testApp.database, log),
      log,
      actor: 'tester',
      close: async () => {},
    }),
    terminal: openTerminal((text) => output.push(text), null),
    complain: (text) => errors.push(`${text}\n`),
  });
  return { code, output: output.join('').trimEnd(), errors: errors.join('').trimEnd() };
}
