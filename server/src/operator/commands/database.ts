import type { Command } from 'commander';
import { readRole } from '../../platform/database/inspect-postgres.ts';
import { CONNECTION_SETTING } from '../../platform/database/postgres.ts';
import { act } from '../act.ts';
import type { Run } from '../run.ts';
import { OperatorError } from '../terminal.ts';

/** `database`: what PostgreSQL must know before a pooler may stand in between. */
export function addDatabaseCommands(program: Command, run: Run): void {
  program
    .command('database')
    .description('what PostgreSQL must know before a pooler in transaction mode may stand in between')
    .command('prepare')
    .description('lets every connection of DATABASE_URL begin with the settings that Madang needs')
    .addHelpText(
      'after',
      '\nNew connections have them: RECONNECT in the console of the pooler, or restart it.\n\nExample:\n  operator database prepare',
    )
    .action(() =>
      run(async (workplace, terminal) => {
        const { databaseUrl, directUrl } = workplace.config;
        if (!databaseUrl || !directUrl)
          throw new OperatorError(
            'DATABASE_DIRECT_URL is not set: without a pooler there is nothing to prepare',
          );
        const role = await readRole(databaseUrl);
        await act(workplace, { action: 'database prepare', target: role }, async (transaction) => {
          const { name, value } = CONNECTION_SETTING;
          // Names cannot be handed over as values.
          const row = await transaction.first<{ statement: string }>(
            `SELECT format('ALTER ROLE %I IN DATABASE %I SET ${name} = ${value}', $1::text, current_database()) AS statement`,
            [role],
          );
          await transaction.change(row?.statement ?? '');
        });
        terminal.line(
          `new connections of ${role} begin with ${CONNECTION_SETTING.name} = ${CONNECTION_SETTING.value}`,
        );
      }),
    );
}
