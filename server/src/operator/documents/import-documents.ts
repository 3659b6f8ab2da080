import type { Campus } from '@madang/campus/campus';
import { TICKET_BOARD } from '@madang/contract/tickets/rules';
import { listBoards, listMissingBoards } from '../../features/campus/index.ts';
import { countImportedLikes, type LikePage } from '../../features/posts/index.ts';
import type { Database } from '../../platform/database/database.ts';
import type { ImageStore } from '../../platform/images/image-store.ts';
import type { FolderSource } from './folder-source.ts';
import { eventsStage, hotsStage, noticesStage } from './import-bulletin.ts';
import { buildingsStage, usersStage } from './import-people.ts';
import { postsStage, repliesStage } from './import-posts.ts';
import { DryRun, runStage, type ImportContext } from './import-stage.ts';
import type { ImportReport } from './report.ts';

/** Noted likes that are counted in one transaction. */
const LIKES_AT_ONCE = 2_000;

export interface ImportDependencies {
  database: Database;
  images: ImageStore;
  campus: Campus;
  actor: string;
}

export interface ImportTask {
  source: FolderSource;
  /** Where the folder of pictures lies. */
  imageRoot: string;
  report: ImportReport;
  dryRun: boolean;
  /** Called after every batch; the source knows how far it is. */
  onProgress: () => void;
}

/**
 * Brings in all documents of a source [EN-09]. What is there already stays as it is, so the same source again
 * changes nothing, and a run that was cut off is completed by the next one. A document that cannot be is
 * reported and the rest goes on. Nothing is awarded, mailed or promoted.
 */
export async function importDocuments(dependencies: ImportDependencies, task: ImportTask): Promise<void> {
  const { dryRun, ...rest } = task;
  const { database, campus } = dependencies;
  // A run brings the campus folder's boards first; a dry run knows of them.
  const coming = dryRun ? await listMissingBoards(database, campus.boards) : [];
  const boards = [...(await listBoards(database)), ...coming];
  const context: ImportContext = {
    ...dependencies,
    ...rest,
    dry: dryRun ? new DryRun() : null,
    boards: new Map(boards.filter(({ id }) => id !== TICKET_BOARD).map(({ id, kind }) => [id, kind])),
    recorded: false,
  };
  await runStage(context, usersStage(context));
  await runStage(context, buildingsStage(context));
  await runStage(context, postsStage(context));
  await runStage(context, repliesStage(context));
  if (!dryRun) await countLikes(dependencies.database);
  await runStage(context, eventsStage(context));
  await runStage(context, noticesStage(context));
  await runStage(context, hotsStage(context));
}

async function countLikes(database: Database): Promise<void> {
  let page: LikePage | undefined;
  do {
    const after: LikePage | undefined = page;
    page = await database.transaction((transaction) => countImportedLikes(transaction, after, LIKES_AT_ONCE));
  } while (page);
}
