import type { Command } from 'commander';
import { readMigrationState } from '../../platform/database/migrate.ts';
import type { Run } from '../run.ts';

/** `migrate`: the only command that brings an older database to this version. */
export function addMigrateCommand(program: Command, run: Run): void {
  program
    .command('migrate')
    .description(
      'brings the database to this version, as the start of the server does; older programs cannot start afterwards',
    )
    .addHelpText('after', '\nExample:\n  operator migrate')
    .action(() =>
      run(
        async ({ database }, terminal) =>
          terminal.line(`the database is at migration ${(await readMigrationState(database)).found}`),
        { dryRun: false, migrates: true },
      ),
    );
}
