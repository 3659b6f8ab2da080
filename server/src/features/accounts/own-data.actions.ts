import type { FileHandle } from 'node:fs/promises';
import { PassThrough, type Readable } from 'node:stream';
import type { Database, Executor } from '../../platform/database/database.ts';
import { beginSnapshot, readLinesOf } from '../../platform/database/table-lines.ts';
import { ProblemError } from '../../platform/http/problem.ts';
import { getIntact, type ImageStore } from '../../platform/images/image-store.ts';
import type { Logger } from '../../platform/log/log.ts';
import type { Session } from '../../platform/sessions/sessions.ts';
import { openSpool } from '../../platform/spool.ts';
import { writeZip } from '../../platform/zip.ts';
import { findUser } from './accounts.queries.ts';
import type { OwnData, OwnPicture } from './accounts.own.ts';

export interface OwnDataDependencies {
  database: Database;
  images: ImageStore;
  log: Logger;
  /** What every feature holds about a user. */
  ownData: readonly OwnData[];
  official: boolean;
}

/**
 * Everything that is stored about the user, as a zip: `data.json` with the rows of one moment, and
 * `images/` with the pictures they uploaded. A page of rows and one picture at a time are in memory, whatever the
 * user wrote. The archive breaks off where a picture cannot be read.
 *
 * @throws {ProblemError} `session.required` when the user is gone.
 */
export async function packOwnData(dependencies: OwnDataDependencies, session: Session): Promise<Readable> {
  const file = await openSpool();
  let pictures: OwnPicture[];
  try {
    // To a file first: a slow phone must not hold a transaction.
    pictures = await spoolRows(dependencies, session.userId, file);
  } catch (error) {
    await file.close();
    throw error;
  }
  const archive = new PassThrough();
  void sendArchive(dependencies, file, pictures, archive);
  return archive;
}

function spoolRows(
  dependencies: OwnDataDependencies,
  userId: string,
  file: FileHandle,
): Promise<OwnPicture[]> {
  return dependencies.database.transaction(async (transaction) => {
    await beginSnapshot(transaction);
    if (!(await findUser(transaction, userId))) throw new ProblemError('session.required');
    await file.appendFile(`{"format":"madang-own-data","version":1`);
    const spool = async (lists: OwnData['lists'] = {}, evenEmpty = true) => {
      for (const [name, query] of Object.entries(lists))
        await spoolList(transaction, { name, query, evenEmpty }, userId, file);
    };
    for (const { lists, officialLists } of dependencies.ownData) {
      await spool(lists);
      await spool(officialLists, dependencies.official);
    }
    await file.appendFile('}\n');
    const pictures = [];
    for (const own of dependencies.ownData)
      pictures.push(...((await own.pictures?.(transaction, userId)) ?? []));
    return pictures;
  });
}

async function spoolList(
  executor: Executor,
  { name, query, evenEmpty }: { name: string; query: string; evenEmpty: boolean },
  userId: string,
  file: FileHandle,
): Promise<void> {
  const head = `,\n${JSON.stringify(name)}:[\n`;
  let before = head;
  for await (const lines of readLinesOf(executor, query, [userId], 'line.at, to_jsonb(line)::text')) {
    await file.appendFile(before + lines.join(',\n'));
    before = ',\n';
  }
  if (before !== head) await file.appendFile(']');
  else if (evenEmpty) await file.appendFile(`${head}]`);
}

/** Never fails: anyone who reads hears of it by the archive's end, and the operator by the log. */
async function sendArchive(
  { images, log }: OwnDataDependencies,
  file: FileHandle,
  pictures: readonly OwnPicture[],
  archive: PassThrough,
): Promise<void> {
  try {
    await writeZip(archive, async (add) => {
      await add('data.json', file.createReadStream({ start: 0, autoClose: false }));
      for (const { name, key } of pictures) {
        const bytes = await getIntact(images, key);
        if (bytes) await add(`images/${name}`, bytes);
      }
    });
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code !== 'ERR_STREAM_PREMATURE_CLOSE')
      log.error({ error: message }, 'a download of own data broke off');
  } finally {
    await file.close();
  }
}
