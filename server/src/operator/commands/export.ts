import { access, constants, readdir, rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { Command } from 'commander';
import { openFolderWriter, openTreeWriter } from '../documents/document-writers.ts';
import {
  countDocuments,
  exportDocuments,
  type ExportCounts,
  type ExportTask,
} from '../documents/export-documents.ts';
import { IMAGE_FOLDER } from '../documents/images.ts';
import { outputError } from '../documents/output-file.ts';
import { makeFolder } from '../../platform/make-folder.ts';
import type { Run } from '../run.ts';
import { OperatorError, type Terminal } from '../terminal.ts';

/** `export`: everything that can be seen, in the document format of the specification [EN-04, EN-09]. */
export function addExportCommand(program: Command, run: Run): void {
  program
    .command('export')
    .description('writes everything that can be seen as documents, for `import` or another program')
    .argument('[folder]', 'a new or empty folder: JSON lines, one file a collection, pictures in images/')
    .option('--file <file>', 'instead of a folder one JSON tree; its pictures go into images/ beside it')
    .option('--json', 'the counts as one JSON object')
    .addHelpText(
      'after',
      `
Hidden posts and replies, passwords and sessions stay out; docs/fields.md says what each field holds. The
documents name students and their addresses: keep them as safe as the database.

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

/** An export that fails leaves nothing, so that the next one finds the folder as empty as it was. */
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

/**
 * The folder of the documents, which is also the pictures'; it must hold nothing that could be mixed up. The
 * pictures' folder is made now: where it cannot be, nobody waits for the documents first.
 */
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
