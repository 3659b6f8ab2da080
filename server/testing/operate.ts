import { listAuditEntries } from '../src/audit.ts';
import { readConfig, type Config } from '../src/config.ts';
import { runOperator } from '../src/operator/program.ts';
import { openTerminal } from '../src/operator/terminal.ts';
import { InstallationKeys } from '../src/lib/installation-keys.ts';
import { Hub } from '../src/live/hub.ts';
import { createLog } from '../src/log/log.ts';
import type { TestApp } from './test-app.ts';

/** Data for a command: those of an app, or an empty place. */
type Place = Pick<TestApp, 'database' | 'images' | 'campus'> & { config?: Config; keys?: InstallationKeys };

export interface Operated {
  code: number;
  /** Standard output without the last line end. */
  output: string;
  errors: string;
}

/** Runs one operator command on the data of a test's app, e.g. `operate(testApp, 'audit', 'list')`. */
export function operate(testApp: Place, ...words: string[]): Promise<Operated> {
  return operateIn({}, testApp, ...words);
}

/** Runs it with an environment, e.g. `operateIn({ DATA_DIR: folder }, testApp, 'doctor')`. */
export async function operateIn(
  environment: Readonly<Record<string, string>>,
  testApp: Place,
  ...words: string[]
): Promise<Operated> {
  const log = createLog('silent');
  const [output, errors]: [string[], string[]] = [[], []];
  const code = await runOperator(words, {
    open: async () => ({
      config: testApp.config ?? readConfig(environment),
      database: testApp.database,
      images: testApp.images,
      campus: testApp.campus,
      openKeys: async () => testApp.keys ?? new InstallationKeys(),
      hub: new Hub(testApp.database, log),
      log,
      actor: 'tester',
      close: async () => {},
    }),
    environment,
    terminal: openTerminal({
      write: (text) => output.push(text),
      complain: (text) => errors.push(`${text}\n`),
      screen: null,
    }),
  });
  return { code, output: output.join('').trimEnd(), errors: errors.join('').trimEnd() };
}

/** Returns who did what to a target and why, newest first. */
export const actsOn = async ({ database }: Pick<TestApp, 'database'>, target: string) =>
  (await listAuditEntries(database, 1_000))
    .filter((entry) => entry.target === target)
    .map(({ actor, action, reason }) => ({ actor, action, reason }));
