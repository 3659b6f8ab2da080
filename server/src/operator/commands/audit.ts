import type { Command } from 'commander';
import { listActs } from '../audit.ts';
import type { Run } from '../run.ts';
import { readCount } from '../values.ts';

/** `audit list`: who did what, when and why. */
export function addAuditCommands(program: Command, run: Run): void {
  const audit = program.command('audit').description('who did what with this command, when and why');
  audit
    .command('list')
    .description('the newest acts, newest first')
    .option('--limit <number>', 'how many', readCount, 50)
    .option('--json', 'one JSON object a line')
    .addHelpText('after', '\nExample:\n  operator audit list --limit 10')
    .action((options: { limit: number; json?: true }) =>
      run(async ({ database }, terminal) => {
        const acts = await listActs(database, options.limit);
        if (options.json) for (const act of acts) terminal.json(act);
        else
          terminal.table(
            ['when', 'who', 'what', 'to', 'why'],
            acts.map((act) => [act.at.toISOString(), act.actor, act.action, act.target, act.reason ?? '']),
          );
      }),
    );
}
