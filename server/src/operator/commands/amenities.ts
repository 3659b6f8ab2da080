import { basename, dirname, resolve } from 'node:path';
import { CampusError, Mistakes } from '@madang/campus/campus-error';
import { readText } from '@madang/campus/campus-files';
import {
  AMENITY_COLUMNS,
  HOURS_COLUMNS,
  parseAmenities,
  parseOpeningHours,
  type AmenityContext,
} from '@madang/campus/parse-amenities';
import { writeTable } from '@madang/campus/read-table';
import type { Command } from 'commander';
import {
  importAmenities,
  importHours,
  listAmenities,
  listChanged,
  listHours,
  lockBuildingIds,
  type Imported,
} from '../../features/amenities/index.ts';
import type { Executor, Transaction } from '../../platform/database/database.ts';
import { act } from '../act.ts';
import { addList } from '../add-list.ts';
import { OutputFile } from '../documents/output-file.ts';
import type { Run } from '../run.ts';
import { OperatorError, type Terminal } from '../terminal.ts';
import { addReason } from '../values.ts';
import type { Workplace } from '../workplace.ts';

/** A table that comes and goes as a file. */
interface FileTable<Row> {
  name: string;
  about: string;
  parse: (text: string, context: AmenityContext, workplace: Workplace) => Row[] | null;
  put: (
    transaction: Transaction,
    rows: readonly Row[],
  ) => Promise<Omit<Imported, 'kept'> & Partial<Imported>>;
  write: (executor: Executor) => Promise<string>;
}

/** `amenities` and `hours`: what students look for in buildings, and when these are open [PL-10]. */
export function addAmenityCommands(program: Command, run: Run): void {
  const amenities = addFileCommands(program, run, {
    name: 'amenities',
    about: 'what students look for in buildings; what they changed since the last file stays',
    parse: (text, context, { campus }) => parseAmenities(text, campus.settings.searchTerms, context),
    put: importAmenities,
    write: async (executor) => writeTable(AMENITY_COLUMNS, await listAmenities(executor)),
  });
  addList(amenities, run, {
    about: 'what students changed, beside what it was before',
    columns: {
      id: 'id',
      gone: 'gone',
      'gone before': 'goneBefore',
      confirmed: 'confirmed',
      'confirmed before': 'confirmedBefore',
    },
    read: async ({ database }) =>
      (await listChanged(database)).map(({ now, before }) => ({
        id: now.id,
        gone: now.gone,
        goneBefore: before?.gone ?? '',
        confirmed: now.confirmed,
        confirmedBefore: before?.confirmed ?? '',
      })),
  });
  addFileCommands(program, run, {
    name: 'hours',
    about: 'when buildings are open; a file is put in the place of all that was known',
    parse: parseOpeningHours,
    put: importHours,
    write: async (executor) => writeTable(HOURS_COLUMNS, await listHours(executor)),
  });
}

function addFileCommands<Row>(program: Command, run: Run, table: FileTable<Row>): Command {
  const parent = program.command(table.name).description(table.about);
  parent
    .command('export')
    .description('writes all of them into a file, as `import` reads it')
    .argument('<file>', 'a new file')
    .addHelpText('after', `\nExample:\n  operator ${table.name} export ${table.name}.tsv`)
    .action((file: string) =>
      run(async ({ database }, terminal) => {
        const output = await OutputFile.create(resolve(file));
        await output.write(await table.write(database));
        await output.close();
        terminal.line(`${file} is written`);
      }),
    );
  const command = parent
    .command('import')
    .description('brings all of them to what a file says; a file with a mistake changes nothing')
    .argument('<file>', 'columns and words as campus/README.md says them')
    .addHelpText(
      'after',
      `\nExample:\n  operator ${table.name} import ${table.name}.tsv --reason 'new term'`,
    );
  addReason(command, 'optional').action((file: string, { reason }: { reason?: string }) =>
    run((workplace, terminal) => importFile(workplace, terminal, table, { file, reason })),
  );
  return parent;
}

async function importFile<Row>(
  workplace: Workplace,
  terminal: Terminal,
  { name, parse, put }: FileTable<Row>,
  { file, reason }: { file: string; reason: string | undefined },
): Promise<void> {
  const mistakes = new Mistakes();
  const path = resolve(file);
  const text = await readText(dirname(path), basename(path), mistakes);
  const entry = { action: `${name} import`, target: basename(path), reason };
  let told: string[] = [];
  await act(workplace, entry, async (transaction) => {
    const context = { file: basename(path), buildings: await lockBuildingIds(transaction), mistakes };
    const rows = text === null ? null : parse(text, context, workplace);
    if (rows?.length === 0) mistakes.add(context.file, 'has no rows');
    if (rows === null || mistakes.found.length > 0) throw refuse(mistakes, terminal, file);
    const { kept = [], ...counts } = await put(transaction, rows);
    told = kept.map(({ id, what }) =>
      what === 'row'
        ? `${id} stays though the file leaves it out: students say something of it`
        : `${id} keeps ${what} as students say it`,
    );
    told.push(
      `${name}: ${Object.entries(counts)
        .map(([what, count]) => `${count} ${what}`)
        .join(', ')}`,
    );
    return counts.added + counts.changed + counts.removed > 0;
  });
  told.forEach(terminal.line);
}

/** Says all mistakes, each with its line. */
function refuse({ found }: Mistakes, terminal: Terminal, file: string): OperatorError {
  const [only, ...others] = found;
  if (only instanceof CampusError && others.length === 0) return new OperatorError(only.message);
  found.forEach(({ message }) => terminal.line(message));
  return new OperatorError(`${found.length} mistakes in ${file}; nothing is changed`);
}
