import { basename, dirname, resolve } from 'node:path';
import { Mistakes } from '@madang/campus/table';
import { readText } from '@madang/campus/campus-files';
import type { AmenityContext } from '@madang/campus/parse-places';
import type { Command } from 'commander';
import { lockBuildingIds, type Imported } from '../features/places/index.ts';
import type { Executor, Transaction } from '../database/database.ts';
import { act, type Run } from './actions.ts';
import { OutputFile } from './documents/export.ts';
import { addReason, OperatorError, requireFile, type Terminal } from './terminal.ts';
import type { Workplace } from './workplace.ts';

export interface ParseNeeds extends Workplace {
  transaction: Transaction;
  options: Readonly<Record<string, string | undefined>>;
  /** Adds a line that a dry run prints. */
  preview: (line: string) => void;
}

/** A table that can be exported to and imported from a file. */
interface FileTable<Row> {
  name: string;
  about: string;
  /** Description of an `import` that keeps existing rows and rejects empty files. */
  imports?: string;
  /** Options of `import` by flag, for files without these values. */
  options?: Readonly<Record<string, string>>;
  parse: (text: string, context: AmenityContext, needs: ParseNeeds) => Row[] | null | Promise<Row[] | null>;
  put: (
    transaction: Transaction,
    rows: readonly Row[],
    workplace: Workplace,
  ) => Promise<Omit<Imported, 'kept'> & Partial<Imported>>;
  write: (executor: Executor) => Promise<string>;
}

interface ImportOptions {
  reason?: string;
  dryRun?: boolean;
  [option: string]: string | boolean | undefined;
}

class DryRunEnd extends Error {}

export function addFileCommands<Row>(program: Command, run: Run, table: FileTable<Row>): void {
  const parent = program.command(table.name).description(table.about);
  addExport(parent, run, table.write);
  const command = parent
    .command('import')
    .description(
      table.imports ?? 'replaces the rows with those of a file; a file with an error changes nothing',
    )
    .argument('<file>', 'a table as described in campus/README.md')
    .option('--dry-run', 'count what would be added, changed and removed; change nothing')
    .addHelpText(
      'after',
      `\nExample:\n  operator ${table.name} import ${table.name}.tsv --dry-run\n  operator ${table.name} import ${table.name}.tsv --reason 'new term'`,
    );
  for (const [flag, about] of Object.entries(table.options ?? {})) command.option(flag, about);
  addReason(command, 'optional').action(
    (file: string, { reason, dryRun = false, ...others }: ImportOptions) => {
      const options = others as Record<string, string | undefined>;
      return run(
        (workplace, terminal) => importFile(workplace, terminal, table, { file, reason, dryRun, options }),
        {
          dryRun,
        },
      );
    },
  );
}

/** Adds `export`, which writes a table to a new file. */
export function addExport(parent: Command, run: Run, write: FileTable<unknown>['write']): void {
  const name = parent.name();
  parent
    .command('export')
    .description('writes all rows to a file')
    .argument('<file>', 'a new file')
    .addHelpText('after', `\nExample:\n  operator ${name} export ${name}.tsv`)
    .action((file: string) =>
      run(async ({ database }, terminal) => {
        const output = await OutputFile.create(resolve(file));
        await output.write(await write(database));
        await output.close();
        terminal.line(`${file} is written`);
      }),
    );
}

async function importFile<Row>(
  workplace: Workplace,
  terminal: Terminal,
  { name, imports, parse, put }: FileTable<Row>,
  {
    file,
    reason,
    dryRun,
    options,
  }: {
    file: string;
    reason: string | undefined;
    dryRun: boolean;
    options: Readonly<Record<string, string | undefined>>;
  },
): Promise<void> {
  const mistakes = new Mistakes();
  const path = resolve(file);
  await requireFile(path);
  const text = await readText(dirname(path), basename(path), mistakes);
  const entry = { action: `${name} import`, target: basename(path), reason };
  let told: string[] = [];
  const work = async (transaction: Transaction) => {
    const context = { file: basename(path), buildings: await lockBuildingIds(transaction), mistakes };
    const preview = (line: string) => {
      if (dryRun) terminal.line(line);
    };
    const rows =
      text === null ? null : await parse(text, context, { ...workplace, transaction, options, preview });
    if (rows?.length === 0 && imports !== undefined) mistakes.add(context.file, 'has no rows');
    if (rows === null || mistakes.found.length > 0) throw refuse(mistakes, terminal, file);
    const { kept = [], ...counts } = await put(transaction, rows, workplace);
    told = [
      ...mistakes.warned.map(({ message }) => message),
      ...kept.map(({ id, what }) =>
        what === 'row'
          ? `${id} stays though the file leaves it out: students say something of it`
          : `${id} keeps ${what} as students say it`,
      ),
    ];
    told.push(
      `${name}: ${Object.entries(counts)
        .map(([what, count]) => `${count} ${what}`)
        .join(', ')}`,
    );
    if (dryRun) throw new DryRunEnd();
    return counts.added + counts.changed + counts.removed > 0;
  };
  await act(workplace, entry, work).catch((error: unknown) => {
    if (!(error instanceof DryRunEnd)) throw error;
    told.push('nothing was changed');
  });
  told.forEach(terminal.line);
}

/** Prints skipped rows and all mistakes with their lines; returns the error. */
function refuse({ found, warned }: Mistakes, terminal: Terminal, file: string): Error {
  warned.forEach(({ message }) => terminal.line(message));
  const [only, ...others] = found;
  if (only && others.length === 0) return only;
  found.forEach(({ message }) => terminal.line(message));
  return new OperatorError(`${found.length} mistakes in ${file}; nothing is changed`);
}
