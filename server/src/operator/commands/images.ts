import { Argument, type Command } from 'commander';
import { openImageFolder } from '../../open-images.ts';
import { S3Store } from '../../platform/images/s3-store.ts';
import { recordAct } from '../audit.ts';
import { moveImages } from '../move-images.ts';
import { requireOwnDatabase } from '../no-server.ts';
import type { Run } from '../run.ts';
import { EXIT, OperatorError, type Terminal } from '../terminal.ts';
import type { Workplace } from '../workplace.ts';

interface MoveOptions {
  clean?: true;
  dryRun?: true;
  json?: true;
}

/** `images`: where pictures lie. */
export function addImageCommands(program: Command, run: Run): void {
  program
    .command('images')
    .description('where pictures lie')
    .command('move')
    .description(
      'all pictures between DATA_DIR and the store of S3_URL, while no server runs; goes on where it was',
    )
    .addArgument(new Argument('<to>', 'where to').choices(['store', 'folder']))
    .option('--clean', 'remove pictures from the new place that belong to nothing here')
    .option('--dry-run', 'count, change nothing')
    .option('--json', 'one JSON object instead of a table')
    .addHelpText('after', '\nExample:\n  S3_URL=… operator images move store --dry-run')
    .action((to: 'store' | 'folder', options: MoveOptions) =>
      run((workplace, terminal) => runMove(workplace, terminal, to, options), {
        dryRun: options.dryRun ?? false,
      }),
    );
}

async function runMove(
  workplace: Workplace,
  terminal: Terminal,
  to: 'store' | 'folder',
  options: MoveOptions,
): Promise<void> {
  const { config, database, actor } = workplace;
  if (!config.s3) throw new OperatorError('S3_URL is not set: there is no store to move pictures to or from');
  await requireOwnDatabase(workplace);
  const [store, folder] = [new S3Store(config.s3), openImageFolder(config)];
  const { clean = false, dryRun = false } = options;
  const places = to === 'store' ? { from: folder, to: store } : { from: store, to: folder };
  const moved = await moveImages({ database, ...places, clean, dryRun }, terminal);
  const { pictures, copied, strange, missing } = moved;
  if (!dryRun)
    await recordAct(database, { actor, action: 'images move', target: to, reason: `${pictures} pictures` });
  if (missing.length > 0) terminal.exitCode = EXIT.refused;
  if (options.json) return terminal.json({ to, dryRun, ...moved });
  terminal.table(
    ['what', 'count'],
    [
      ['pictures', pictures],
      [dryRun ? 'to copy' : 'copied', copied],
      ['there already', pictures - copied],
      [dryRun ? 'to remove as strange' : 'removed as strange', strange],
    ],
  );
  for (const key of missing) terminal.line(`in neither place, though a row names it: ${key}`);
  if (dryRun) terminal.line('Nothing was changed.');
  else
    terminal.line(
      `Every picture was compared. Start the server ${to === 'store' ? 'with' : 'without'} S3_URL.`,
    );
}
