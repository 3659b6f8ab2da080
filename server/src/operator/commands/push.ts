import { dirname } from 'node:path';
import type { Command } from 'commander';
import { readConfig } from '../../config.ts';
import { findForeign } from '../../platform/data-folder.ts';
import { makeFolder } from '../../platform/make-folder.ts';
import { makePushKeys } from '../../platform/push/push-keys.ts';
import { OperatorError, type Terminal } from '../terminal.ts';
import { AS_ITS_OWNER } from '../workplace.ts';

/** `push keys`: the file without which nothing is pushed. It opens no database: all instances read the same file. */
export function addPushCommands(
  program: Command,
  environment: Readonly<Record<string, string | undefined>>,
  terminal: Terminal,
): void {
  program
    .command('push')
    .description('notifications on phones')
    .command('keys')
    .description('makes the keys that pushes are signed with, once, in the file that PUSH_KEYS names')
    .addHelpText(
      'after',
      '\nEvery instance needs this file, and browsers subscribed with it: keep a copy.\n\nExample:\n  operator push keys',
    )
    .action(async () => {
      const { path } = readConfig(environment).pushKeys;
      const foreign = await findForeign(dirname(path));
      if (foreign !== null) throw new OperatorError(`PUSH_KEYS: ${foreign}; ${AS_ITS_OWNER}`);
      await makeFolder(dirname(path));
      await makePushKeys(path).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'EEXIST') throw error;
        throw new OperatorError(
          `${path} is there already; with other keys every browser would have to subscribe again`,
        );
      });
      terminal.line(`The keys are in ${path}; servers push with them from their next start on`);
    });
}
