import type { Command } from 'commander';
import { demotePost, listHotRows, promotePost, type HotRow } from '../../features/posts/index.ts';
import { act } from '../act.ts';
import type { Run } from '../run.ts';
import { OperatorError } from '../terminal.ts';
import { addReason, readCount, readId } from '../values.ts';

/** `hot`: what stands in the popular list [EN-07]. */
export function addHotCommands(program: Command, run: Run): void {
  const hot = program.command('hot').description('popular posts');
  addReason(
    hot.command('add <post>').description('puts a post into the popular list as the newest'),
    'optional',
  )
    .addHelpText('after', '\nExample:\n  operator hot add POST')
    .action((name: string, { reason }: { reason?: string }) =>
      run(async (workplace, terminal) => {
        const id = readId(name, 'post');
        await act(workplace, { action: 'hot add', target: id, reason }, async (transaction) => {
          const outcome = await promotePost(transaction, id);
          if (outcome === 'missing')
            throw new OperatorError(`there is no post "${id}" that students wrote and can see`);
          if (outcome === 'same') throw new OperatorError(`post ${id} is in the popular list already`);
        });
        terminal.line(`post ${id} is in the popular list`);
      }),
    );
  addReason(
    hot
      .command('remove <post>')
      .description('takes a post out of the popular list; no number of likes brings it back'),
    'optional',
  )
    .addHelpText('after', "\nExample:\n  operator hot remove POST --reason '광고'")
    .action((name: string, { reason }: { reason?: string }) =>
      run(async (workplace, terminal) => {
        const id = readId(name, 'post');
        await act(workplace, { action: 'hot remove', target: id, reason }, async (transaction) => {
          if (!(await demotePost(transaction, id)))
            throw new OperatorError(`post "${id}" is not in the popular list`);
        });
        terminal.line(`post ${id} is out of the popular list`);
      }),
    );
  hot
    .command('list')
    .description('the popular list as students see it, newest promotion first')
    .option('--limit <number>', 'how many', readCount, 50)
    .option('--json', 'one JSON object a line')
    .addHelpText('after', '\nExample:\n  operator hot list --limit 10')
    .action((options: { limit: number; json?: true }) =>
      run(async ({ database }, terminal) => {
        const rows = await listHotRows(database, options.limit);
        if (options.json) for (const row of rows) terminal.json(describeHot(row));
        else
          terminal.table(
            ['post', 'since', 'building', 'likes', 'title'],
            rows.map((row) => [
              row.post_id,
              row.promoted_at.toISOString(),
              row.building_id,
              row.like_count,
              row.title,
            ]),
          );
      }),
    );
}

function describeHot(row: HotRow) {
  return {
    id: row.id,
    postId: row.post_id,
    buildingId: row.building_id,
    title: row.title,
    likeCount: row.like_count,
    promotedAt: row.promoted_at,
  };
}
