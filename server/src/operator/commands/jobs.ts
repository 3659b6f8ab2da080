import type { Command } from 'commander';
import { listTroubledJobs, retryJobs } from '../../platform/jobs/jobs.queries.ts';
import { act } from '../act.ts';
import { addList } from '../add-list.ts';
import type { Run } from '../run.ts';
import { OperatorError } from '../terminal.ts';

/** `jobs`: work of the server that failed. */
export function addJobCommands(program: Command, run: Run): void {
  const jobs = program.command('jobs').description('work of the server that failed');
  addList(jobs, run, {
    about: 'kinds of jobs that failed and wait for another attempt, or were given up',
    columns: { kind: 'kind', 'failed and wait': 'delayed', 'given up': 'givenUp' },
    read: ({ database }) => listTroubledJobs(database),
  });
  jobs
    .command('retry')
    .description('does the failed jobs of a kind at once, those that were given up too')
    .argument('<kind>', 'as `jobs list` names it')
    .addHelpText('after', '\nExample:\n  operator jobs retry removePictures')
    .action((kind: string) =>
      run(async (workplace, terminal) => {
        const count = await act(workplace, { action: 'jobs retry', target: kind }, async (transaction) => {
          const changed = await retryJobs(transaction, kind);
          if (changed === 0) throw new OperatorError(`no job "${kind}" has failed`);
          return changed;
        });
        terminal.line(`${count} of ${kind} are due now; a running server does them`);
      }),
    );
}
