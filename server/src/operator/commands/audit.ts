import type { Command } from 'commander';
import { addList } from '../add-list.ts';
import { listActs } from '../audit.ts';
import type { Run } from '../run.ts';

/** `audit list`: who did what, when and why. */
export function addAuditCommands(program: Command, run: Run): void {
  const audit = program.command('audit').description('who did what with this command, when and why');
  addList(audit, run, {
    about: 'the newest acts, newest first',
    columns: { when: 'at', who: 'actor', what: 'action', to: 'target', why: 'reason' },
    limit: 50,
    read: ({ database }, limit) => listActs(database, limit),
  });
}
