import type { Command } from 'commander';
import { changeKeys } from '../../open-keys.ts';
import { InstallationKeysError, makeKey, readKeysFile } from '../../platform/installation-keys.ts';
import { act } from '../act.ts';
import type { Run } from '../run.ts';
import { OperatorError } from '../terminal.ts';

/** `keys`: what links to offices are signed with and mailboxes of students who withdrew are recognized by. */
export function addKeysCommands(program: Command, run: Run): void {
  const keys = program.command('keys').description('what links are signed and mailboxes recognized with');
  keys
    .command('rotate')
    .description(
      'makes a new key in the file that INSTALLATION_KEYS names; the older ones recognize what they made',
    )
    .addHelpText(
      'after',
      '\nThen copy the file to every machine and beside the backups, and start the servers again.\n\nExample:\n  operator keys rotate',
    )
    .action(() =>
      run(async (workplace, terminal) => {
        const { config } = workplace;
        const entry = { action: 'keys rotate', target: 'installation' };
        const all = await act(workplace, entry, (transaction) =>
          changeKeys(config, transaction, () => [makeKey()]),
        );
        terminal.line(
          `${all.length} keys are in ${config.keysFile}; servers use the new one from their next start on`,
        );
      }),
    );
  keys
    .command('add')
    .argument('<file>', 'a copy of the file, kept or of another machine')
    .description('adds the keys of a copy to the file that INSTALLATION_KEYS names')
    .addHelpText('after', '\nExample:\n  operator keys add /backups/installation-keys.json')
    .action((file: string) =>
      run(async (workplace, terminal) => {
        const { config } = workplace;
        const copy = await readCopy(file);
        const entry = { action: 'keys add', target: 'installation' };
        const all = await act(workplace, entry, (transaction) => changeKeys(config, transaction, () => copy));
        terminal.line(
          `${all.length} keys are in ${config.keysFile}; servers use them from their next start on`,
        );
      }),
    );
}

/** @throws {OperatorError} for a file that holds no keys. */
async function readCopy(file: string) {
  const copy = await readKeysFile(file).catch((error: Error) => {
    if (error instanceof InstallationKeysError) throw new OperatorError(error.message);
    throw error;
  });
  if (!copy) throw new OperatorError(`${file} is not there`);
  return copy;
}
