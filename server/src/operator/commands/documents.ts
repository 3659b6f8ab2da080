import { access, constants, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import type { Command } from 'commander';
import { makeFolder } from '../../lib/folders.ts';
import type { Run } from '../actions.ts';
import {
  countDocuments,
  type ExportCounts,
  exportDocuments,
  type ExportTask,
  openFolderWriter,
  openTreeWriter,
  outputError,
  OutputFile,
} from '../documents/export.ts';
import { IMAGE_FOLDER } from '../documents/images.ts';
import { importDocuments } from '../documents/import.ts';
import {
  type Collection,
  COLLECTIONS,
  FolderSource,
  ImportReport,
  type Remark,
} from '../documents/source.ts';
import { spreadTree } from '../documents/spread-tree.ts';
import { EXIT, OperatorError, type Terminal } from '../terminal.ts';
import type { Workplace } from '../workplace.ts';

/** Adds `export`: all visible content in the document format [EN-04, EN-09]. */
export function addExportCommand(program: Command, run: Run): void {
  program
    .command('export')
    .description('writes all visible content as documents, for `import` or another program')
    .argument('[folder]', 'a new or empty folder: one JSON Lines file per collection, pictures in images/')
    .option(
      '--file <file>',
      'one JSON tree instead of a folder; pictures go to images/ in the folder of the file',
    )
    .option('--json', 'the counts as one JSON object')
    .addHelpText(
      'after',
      `
Hidden posts and replies, passwords and sessions are excluded; docs/fields.md describes each field. The
documents contain names and addresses of students: protect them like the database.

Example:
  operator export /srv/export-2026-11
  operator export --file /srv/madang.json`,
    )
    .action((folder: string | undefined, options: { file?: string; json?: true }, command: Command) => {
      if ((folder === undefined) === (options.file === undefined))
        command.error('error: name either a folder or --file');
      return run(async ({ config: { edition }, database, images, campus }, terminal) => {
        const imageRoot = await prepareTarget(folder, options.file);
        const writer = options.file
          ? await openTreeWriter(resolve(options.file))
          : await openFolderWriter(imageRoot);
        const counts = await writeAll({ database, images, campus, edition, writer, imageRoot }, terminal);
        if (options.json) terminal.json(counts);
        else terminal.table(['collection', 'written'], Object.entries(counts));
      });
    });
}

/** Exports everything; a failure leaves the folder empty, as before. */
async function writeAll(task: Omit<ExportTask, 'onProgress'>, terminal: Terminal): Promise<ExportCounts> {
  const progress = terminal.progress('exporting', await countDocuments(task.database));
  try {
    const counts = await exportDocuments({ ...task, onProgress: (written) => progress.to(written) });
    await task.writer.close();
    return counts;
  } catch (error) {
    await task.writer.discard();
    await rm(join(task.imageRoot, IMAGE_FOLDER), { recursive: true, force: true });
    throw outputError(error, join(task.imageRoot, IMAGE_FOLDER));
  } finally {
    progress.stop();
  }
}

/** Prepares empty folders for documents and pictures, pictures first, for early errors. */
async function prepareTarget(folder: string | undefined, file: string | undefined): Promise<string> {
  const target = resolve(folder ?? dirname(resolve(file ?? '')));
  const pictures = join(target, IMAGE_FOLDER);
  await makeFolder(target);
  const occupied = folder === undefined ? pictures : target;
  const entries = await readdir(occupied).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  if (entries.length > 0) throw new OperatorError(`${occupied} is not empty`);
  await makeFolder(pictures);
  await access(pictures, constants.W_OK);
  return target;
}

/** Number of printed remarks; a file contains all. */
const REMARKS_SHOWN = 50;

interface ImportOptions {
  dryRun?: true;
  json?: true;
  refused?: string;
}

/** Adds `import`: documents of the seed or an `export` [EN-09]. */
export function addImportCommand(program: Command, run: Run): void {
  program
    .command('import')
    .description('imports documents: keeps existing ones, reports invalid ones')
    .argument(
      '<path>',
      'a JSON tree, or a folder of JSON Lines files as `export` writes it, optionally gzipped; pictures in images/',
    )
    .option('--dry-run', 'check and count everything; write nothing')
    .option(
      '--refused <file>',
      'a new file for all refused and corrected documents, one JSON object per line',
    )
    .option('--json', 'one JSON object per refused or corrected document, then the counts')
    .addHelpText(
      'after',
      `
A tree is first converted to JSON Lines files in TMPDIR, which need as much space as the tree.

A repeated run changes nothing, and completes an interrupted one. Imported students have no password and set
one with the reset mail. Exits with 3 if a document was refused.

Example:
  operator import seed.json --dry-run --refused refused.jsonl
  operator import /srv/export-2026-11`,
    )
    .action((path: string, options: ImportOptions) =>
      run((workplace, terminal) => importPath(resolve(path), options, workplace, terminal), {
        dryRun: options.dryRun ?? false,
      }),
    );
}

async function importPath(
  path: string,
  options: ImportOptions,
  workplace: Workplace,
  terminal: Terminal,
): Promise<void> {
  const found = await stat(path).catch(() => null);
  if (!found) throw new OperatorError(`${path} does not exist`);
  const remarks = await openRemarks(options, terminal);
  const report = new ImportReport(remarks.take);
  const spread = found.isDirectory() ? null : await mkdtemp(join(tmpdir(), 'madang-import-'));
  try {
    if (spread) await spreadFile({ file: path, folder: spread, size: found.size }, report, terminal);
    const source = await FolderSource.open(spread ?? path, COLLECTIONS);
    if (!source) throw new OperatorError(`${path} has none of the collections ${COLLECTIONS.join(', ')}`);
    // The tree was checked before spreading.
    if (!spread) await source.requireUtf8();
    const progress = terminal.progress(options.dryRun ? 'checking' : 'importing', source.size);
    await importDocuments(workplace, {
      source,
      imageRoot: spread ? dirname(path) : path,
      report,
      dryRun: options.dryRun ?? false,
      onProgress: () => progress.to(source.position),
    }).finally(() => progress.stop());
  } finally {
    await remarks.close();
    if (spread) await rm(spread, { recursive: true, force: true });
  }
  printCounts(report, options, terminal);
  if (report.refused > 0) terminal.exitCode = EXIT.refused;
}

async function spreadFile(
  { file, folder, size }: { file: string; folder: string; size: number },
  report: ImportReport,
  terminal: Terminal,
): Promise<void> {
  const progress = terminal.progress('reading', size);
  const refuse = (collection: Collection | null, path: string, reason: string) => {
    if (collection) report.counts[collection].read += 1;
    report.refuse(collection, path, reason);
  };
  await spreadTree(file, folder, refuse, (bytes) => progress.to(bytes)).finally(() => progress.stop());
}

/** Opens the output of remarks: terminal (limited without `--json`) and file. */
async function openRemarks(options: ImportOptions, terminal: Terminal) {
  const file = options.refused === undefined ? null : await OutputFile.create(resolve(options.refused));
  let pending: Promise<void> = Promise.resolve();
  let count = 0;
  return {
    take(remark: Remark): void {
      count += 1;
      if (file) {
        pending = pending.then(() => file.write(`${JSON.stringify(remark)}\n`));
        // Rejections, such as a full disk, surface on closing.
        pending.catch(() => {});
      }
      if (options.json) terminal.json(remark);
      else if (count <= REMARKS_SHOWN) terminal.line(`${remark.outcome}  ${remark.path}  ${remark.reason}`);
    },
    async close(): Promise<void> {
      if (count > REMARKS_SHOWN && !options.json)
        terminal.line(`and ${count - REMARKS_SHOWN} more${file ? '' : ': --refused FILE takes them all'}`);
      try {
        await pending;
      } finally {
        await file?.close();
      }
    },
  };
}

function printCounts(report: ImportReport, options: ImportOptions, terminal: Terminal): void {
  if (options.json) {
    terminal.json({ dryRun: options.dryRun ?? false, refused: report.refused, collections: report.counts });
    return;
  }
  terminal.table(
    ['collection', 'read', options.dryRun ? 'would be new' : 'new', 'same', 'corrected', 'refused'],
    COLLECTIONS.map((name) => {
      const counts = report.counts[name];
      return [name, counts.read, counts.new, counts.same, counts.corrected, counts.refused];
    }),
  );
}
