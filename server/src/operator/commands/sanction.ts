import type { Command } from 'commander';
import { endSanction, listAllRunning } from '../../features/moderation/index.ts';
import { act } from '../act.ts';
import type { Run } from '../run.ts';
import { addReason, missing, readId } from '../values.ts';

/** `sanction`: what runs, and ending one: anyone whose account is closed cannot appeal in it. */
export function addSanctionCommands(program: Command, run: Run): void {
  const sanction = program.command('sanction').description('what students may not do for a while');
  sanction
    .command('list')
    .description('everything that runs, what ends first first')
    .option('--json', 'one JSON object a line')
    .addHelpText('after', '\nExample:\n  operator sanction list')
    .action((options: { json?: true }) =>
      run(async ({ database }, terminal) => {
        const rows = (await listAllRunning(database)).map((row) => ({
          id: row.id,
          student: row.user_id,
          kind: row.kind,
          board: row.building_id,
          ground: row.ground,
          endsAt: row.ends_at,
        }));
        if (options.json) return rows.forEach((row) => terminal.json(row));
        terminal.table(
          ['sanction', 'student', 'kind', 'board', 'ground', 'until'],
          rows.map((row) => [
            row.id,
            row.student ?? '',
            row.kind,
            row.board ?? '',
            row.ground,
            row.endsAt.toISOString(),
          ]),
        );
      }),
    );
  addReason(sanction.command('end <id>').description('ends one before its time'), 'required')
    .addHelpText('after', "\nExample:\n  operator sanction end ID --reason '이의 인정'")
    .action((given: string, { reason }: { reason: string }) =>
      run(async (workplace, terminal) => {
        const id = readId(given, 'running sanction');
        await act(workplace, { action: 'sanction end', target: id, reason }, async (transaction) => {
          if (!(await endSanction(transaction, id))) throw missing('running sanction', id);
        });
        terminal.line(`sanction ${id} has ended`);
      }),
    );
}
