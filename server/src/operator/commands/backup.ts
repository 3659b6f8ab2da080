import type { Command } from 'commander';
import { listWithdrawals } from '../../features/accounts/index.ts';
import { recordAct } from '../audit.ts';
import { backUp } from '../backup/back-up.ts';
import { readLedger, writeLedger } from '../backup/ledger.ts';
import type { Manifest } from '../backup/manifest.ts';
import { restore } from '../backup/restore.ts';
import { requireOwnDatabase } from '../no-server.ts';
import type { Run } from '../run.ts';
import { EXIT, type Terminal } from '../terminal.ts';
import { requireFile } from '../values.ts';
import type { Workplace } from '../workplace.ts';

/** `backup`, `restore` and `withdrawals export`: the whole place in one archive, and back. */
export function addBackupCommands(program: Command, run: Run): void {
  program
    .command('backup')
    .description('database and images in one archive, also while the server runs')
    .argument('<file>', 'a new file; only its owner can read it')
    .option('--json', 'one JSON object instead of a table')
    .addHelpText('after', '\nExample:\n  operator backup /backups/madang-2026-03-02.tar.gz')
    .action((file: string, options: { json?: true }) =>
      run((workplace, terminal) => runBackup(workplace, terminal, file, options)),
    );
  program
    .command('restore')
    .description('a backup into an empty place: all of it, or nothing')
    .argument('<file>', 'what `backup` wrote, on either engine')
    .option('--withdrawn <file>', 'the ledger of `withdrawals export`: these students are erased again')
    .option('--dry-run', 'check the archive and the place, change nothing')
    .option('--json', 'one JSON object instead of a table')
    .addHelpText(
      'after',
      '\nExample:\n  operator restore madang-2026-03-02.tar.gz --withdrawn withdrawals.jsonl',
    )
    .action(async (file: string, options: RestoreOptions) => {
      // Before anything is opened: opening makes what is not there.
      for (const path of [file, options.withdrawn]) if (path !== undefined) await requireFile(path);
      await run((workplace, terminal) => runRestore(workplace, terminal, file, options), {
        dryRun: options.dryRun ?? false,
      });
    });
  program
    .command('withdrawals')
    .description('ids of students who withdrew, which a restored backup must not bring back')
    .command('export')
    .description('the whole ledger as JSON lines: id and time, no personal data')
    .argument('<file>', 'where to; an older ledger there is replaced')
    .addHelpText('after', '\nExample:\n  operator withdrawals export /backups/withdrawals.jsonl')
    .action((file: string) =>
      run(async ({ database }, terminal) => {
        const withdrawals = await listWithdrawals(database);
        await writeLedger(file, withdrawals);
        terminal.line(`${withdrawals.length} withdrawals in ${file}`);
      }),
    );
}

interface RestoreOptions {
  withdrawn?: string;
  dryRun?: true;
  json?: true;
}

async function runBackup(
  workplace: Workplace,
  terminal: Terminal,
  file: string,
  options: { json?: true },
): Promise<void> {
  const { database, actor } = workplace;
  const done = await backUp(workplace, file, terminal);
  const { manifest, bytes, readFor, missing } = done;
  await recordAct(database, { actor, action: 'backup', target: manifest.createdAt, reason: null });
  if (missing.length > 0) terminal.exitCode = EXIT.refused;
  if (options.json) {
    terminal.json({ file, bytes, readMilliseconds: readFor, missing, ...countAll(manifest) });
    return;
  }
  printCounts(terminal, manifest);
  terminal.line(`${file}: ${bytes} bytes, as of ${manifest.createdAt}`);
  if (database.engine === 'embedded')
    terminal.line(`Requests waited ${readFor} ms while the rows were read.`);
  for (const key of missing) terminal.line(`not in the image store, though a row names it: ${key}`);
}

async function runRestore(
  workplace: Workplace,
  terminal: Terminal,
  file: string,
  options: RestoreOptions,
): Promise<void> {
  await requireOwnDatabase(workplace);
  const { withdrawn: ledger, dryRun = false } = options;
  const withdrawn = ledger === undefined ? [] : await readLedger(ledger);
  const { manifest, erased } = await restore(workplace, { file, withdrawn, dryRun }, terminal);
  if (options.json) {
    terminal.json({ file, dryRun, createdAt: manifest.createdAt, erased, ...countAll(manifest) });
    return;
  }
  printCounts(terminal, manifest);
  if (dryRun) return terminal.line('The archive is whole and fits this place. Nothing was changed.');
  terminal.line(`Restored as of ${manifest.createdAt}; every row and image was compared.`);
  if (ledger === undefined)
    terminal.line('No ledger was given: students who withdrew after the backup are back. See --withdrawn.');
  else terminal.line(`${erased} students who had withdrawn since were erased again.`);
}

function countAll(manifest: Manifest) {
  return {
    tables: Object.fromEntries(manifest.tables.map(({ name, rows }) => [name, rows])),
    images: manifest.images.length,
  };
}

function printCounts(terminal: Terminal, manifest: Manifest): void {
  terminal.table(
    ['what', 'count'],
    [...manifest.tables.map(({ name, rows }) => [name, rows] as const), ['images', manifest.images.length]],
  );
}
