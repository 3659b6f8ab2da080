import { existsSync } from 'node:fs';
import type { Command } from 'commander';
import { hasAccounts } from '../../features/accounts/index.ts';
import { EMPTY_LEDGER, readLedgerOf, type RepeatedLedger } from '../../user-data.ts';
import { recordAuditEntry } from '../../audit.ts';
import { restore, tidyRestored } from '../backup/restore.ts';
import { backUp } from '../backup/back-up.ts';
import { type Manifest, readLedger, writeLedger } from '../backup/archive.ts';
import { findNewestArchive, verifyBackup } from '../backup/verify.ts';
import { requireOwnDatabase } from '../move-images.ts';
import type { Run } from '../actions.ts';
import { EXIT, requireFile, type Terminal } from '../terminal.ts';
import type { Workplace } from '../workplace.ts';

/** Adds `backup`, `restore`, `restored` and `withdrawals export`. */
export function addBackupCommands(program: Command, run: Run): void {
  addBackup(program, run);
  program
    .command('restore')
    .description('restores a backup into an empty database and picture store: completely or not')
    .argument('<file>', 'an archive of `backup`, of either engine')
    .option('--withdrawn <file>', 'the ledger of `withdrawals export`; its entries are deleted again')
    .option('--dry-run', 'restore in a transaction and roll back')
    .option('--json', 'one JSON object instead of a table')
    .addHelpText(
      'after',
      '\nExample:\n  operator restore madang-2026-03-02.tar.gz --withdrawn withdrawals.jsonl',
    )
    .action(async (file: string, options: RestoreOptions) => {
      // Checked first, since opening creates what is missing.
      for (const path of [file, options.withdrawn]) if (path !== undefined) await requireFile(path);
      await run((workplace, terminal) => runRestore(workplace, terminal, file, options), {
        dryRun: options.dryRun ?? false,
        takesBack: true,
      });
    });
  program
    .command('restored')
    .description('prepares a database that PostgreSQL itself restored, once, before a server starts on it')
    .requiredOption('--withdrawn <file>', 'the newest ledger of `withdrawals export`')
    .option('--json', 'print one JSON object')
    .addHelpText(
      'after',
      '\nDeletes the entries of the ledger again, and all sessions, mailed links and waiting mails.\n\nExample:\n  operator restored --withdrawn withdrawals.jsonl',
    )
    .action(async (options: { withdrawn: string; json?: true }) => {
      await requireFile(options.withdrawn);
      await run((workplace, terminal) => runRestored(workplace, terminal, options));
    });
  program
    .command('withdrawals')
    .description(
      'the ledger of withdrawn users and of deleted, purged and hidden content, which a restore must not bring back',
    )
    .command('export')
    .description('writes the ledger as JSON Lines: ids and times, no personal data')
    .argument('<file>', 'the file to write; replaces an older ledger, unless the database has no accounts')
    .addHelpText('after', '\nExample:\n  operator withdrawals export /backups/withdrawals.jsonl')
    .action((file: string) =>
      run(async ({ database }, terminal) => {
        // The hourly export must not empty the ledger while a new database waits for its restore.
        if (existsSync(file) && !(await hasAccounts(database))) {
          terminal.line(`${file} is kept: the database has no accounts`);
          return;
        }
        const ledger = await readLedgerOf(database);
        await writeLedger(file, ledger);
        const { withdrawals, posts, replies } = ledger;
        terminal.line(
          `${withdrawals.length} withdrawals, ${posts.length} posts and ${replies.length} replies that are gone in ${file}`,
        );
      }),
    );
}

function addBackup(program: Command, run: Run): void {
  const backup = program
    .command('backup')
    .description('writes database and pictures to one archive, also while the server runs')
    .argument('<file>', 'a new file; only its owner can read it')
    .option('--json', 'one JSON object instead of a table')
    .addHelpText('after', '\nExample:\n  operator backup /backups/madang-2026-03-02.tar.gz')
    .action((file: string, options: { json?: true }) =>
      run((workplace, terminal) => runBackup(workplace, terminal, file, options)),
    );
  backup
    .command('verify')
    .description(
      'restores an archive to a temporary place, compares every row and picture, and removes the place',
    )
    .argument('[file]', 'the archive; default: the newest madang-*.tar.gz of the folder')
    .option('--folder <folder>', 'folder of the backups', '/var/backups/madang')
    .addHelpText(
      'after',
      '\nTests a withdrawals.jsonl in the same folder too.\n\nExample:\n  operator backup verify --folder /backups',
    )
    .action(async (file: string | undefined, { folder }: { folder: string }) => {
      const archive = file ?? (await findNewestArchive(folder));
      await requireFile(archive);
      await run((workplace, terminal) => runVerify(workplace, terminal, archive));
    });
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
  await recordAuditEntry(database, { actor, action: 'backup', target: manifest.createdAt, reason: null });
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
  const { withdrawn: ledgerFile, dryRun = false } = options;
  const ledger = ledgerFile === undefined ? EMPTY_LEDGER : await readLedger(ledgerFile);
  const { manifest, repeated } = await restore(workplace, { file, ledger, dryRun }, terminal);
  if (options.json) {
    terminal.json({ file, dryRun, createdAt: manifest.createdAt, ...repeated, ...countAll(manifest) });
    return;
  }
  printCounts(terminal, manifest);
  if (dryRun)
    return terminal.line(
      'Every row was restored and compared, then taken back: the archive is whole and fits this place. Nothing was changed.',
    );
  terminal.line(`Restored as of ${manifest.createdAt}; every row and image was compared.`);
  if (ledgerFile === undefined)
    terminal.line(
      'No ledger was given: students who withdrew after the backup are back, and what was deleted. See --withdrawn.',
    );
  else printRepeated(terminal, repeated);
}

async function runRestored(
  workplace: Workplace,
  terminal: Terminal,
  { withdrawn, json }: { withdrawn: string; json?: true },
): Promise<void> {
  const ledger = await readLedger(withdrawn);
  await requireOwnDatabase(workplace);
  const { cleared, due, ...repeated } = await tidyRestored(workplace, ledger);
  if (json) return terminal.json({ ...repeated, cleared, due });
  printRepeated(terminal, repeated);
  terminal.line(
    `Cleared: ${Object.entries(cleared)
      .map(([table, rows]) => `${rows} of ${table}`)
      .join(', ')}.`,
  );
  terminal.line(`${due} recurring jobs are due at the start of the server, which also purges and sweeps.`);
  terminal.line(
    'As they were then: passwords, addresses, roles and sanctions. Look at operator role list before you start it.',
  );
}

async function runVerify(workplace: Workplace, terminal: Terminal, archive: string): Promise<void> {
  const { manifest, repeated, place, seconds } = await verifyBackup(workplace, archive, terminal);
  const { database, actor } = workplace;
  await recordAuditEntry(database, {
    actor,
    action: 'backup verify',
    target: manifest.createdAt,
    reason: null,
  });
  printCounts(terminal, manifest);
  terminal.line(
    `${archive}: as of ${manifest.createdAt}; every row and image arrived as it was ${place}, in ${seconds} s.`,
  );
  if (repeated) printRepeated(terminal, repeated);
  terminal.line('The scratch place is removed.');
}

function printRepeated(terminal: Terminal, { erased, deleted, purged, hidden }: RepeatedLedger): void {
  terminal.line(`${erased} students who had withdrawn since were erased again.`);
  terminal.line(
    `Posts and replies that had gone since: ${deleted} deleted again, ${purged} purged, ${hidden} hidden.`,
  );
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
