import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Campus } from '@madang/campus/campus';
import {
  AMENITY_COLUMNS,
  HOLIDAY_COLUMNS,
  HOURS_COLUMNS,
  ROOM_COLUMNS,
  TIMETABLE_COLUMNS,
} from '@madang/campus/parse-places';
import type { PlaceRows, TableNeeds } from '@madang/campus/parse-table';
import { writeTable } from '@madang/campus/table';
import type { TableImport, TableUpload } from '@madang/contract/admin/campus-schema';
import type { PlaceTable } from '@madang/contract/admin/rules';
import type { Executor, Transaction } from '../../database/database.ts';
import { FairQueue, SERVER } from '../../http/fair-queue.ts';
import { ProblemError } from '../../http/problem.ts';
import { serverFolder } from '../../lib/folders.ts';
import type { Session } from '../../sessions/sessions.ts';
import { listBuildings } from '../campus/index.ts';
import {
  type Imported,
  importAmenities,
  importHolidays,
  importHours,
  importRooms,
  importTimetable,
  listAmenities,
  listClasses,
  listHolidays,
  listHours,
  listRooms,
  lockBuildingIds,
  lockRooms,
} from '../places/index.ts';
import { type ActionDependencies, readReason, runOperatorAction } from './operator-actions.ts';
import type { ParsedTable, TableTask } from './table-parser.ts';

type Put<Row> = (
  transaction: Transaction,
  rows: readonly Row[],
) => Promise<Omit<Imported, 'kept'> & Partial<Imported>>;

/** Replace a table of places with these rows; amenities keep changes by students. */
export const putPlaces: { [Table in PlaceTable]: Put<PlaceRows[Table]> } = {
  amenities: importAmenities,
  hours: importHours,
  rooms: importRooms,
  timetable: importTimetable,
  holidays: importHolidays,
};

/** Return a table of places as a tab-separated file. */
export const writePlaces: Record<PlaceTable, (executor: Executor) => Promise<string>> = {
  amenities: async (executor) => writeTable(AMENITY_COLUMNS, await listAmenities(executor)),
  hours: async (executor) => writeTable(HOURS_COLUMNS, await listHours(executor)),
  rooms: async (executor) => writeTable(ROOM_COLUMNS, await listRooms(executor)),
  timetable: async (executor) => writeTable(TIMETABLE_COLUMNS, await listClasses(executor)),
  holidays: async (executor) => writeTable(HOLIDAY_COLUMNS, await listHolidays(executor)),
};

/** Returns the data that a table may refer to; rooms are locked until commit. */
export async function lockTableNeeds(
  transaction: Transaction,
  table: PlaceTable,
  { settings, periods, roomAliases }: Campus,
): Promise<TableNeeds> {
  const campus = { settings, periods, roomAliases };
  if (table !== 'timetable') return { campus, buildings: [], rooms: [] };
  await lockRooms(transaction);
  return {
    campus,
    buildings: await listBuildings(transaction),
    rooms: await listRooms(transaction),
  };
}

/** Maximum mistakes, warnings and preview lines of an answer each. */
const SHOWN = 100;
/** Milliseconds; the largest table takes a tenth. */
const TIMEOUT = 20_000;
const MEGABYTES_MAX = 512;

/** One upload at a time: each takes a process and some hundred megabytes. */
const uploads = new FairQueue({ size: 1, waiting: 4, timeout: TIMEOUT, retryAfter: 5 });

/**
 * Reads an uploaded table; replaces the stored one if `apply` is set and it has no mistake.
 *
 * @throws {ProblemError} `input.invalid`, `server.unavailable` if others upload, and errors of {@link runOperatorAction}.
 */
export function importTable(
  dependencies: ActionDependencies,
  session: Session,
  table: PlaceTable,
  upload: TableUpload,
): Promise<TableImport> {
  const reason = readReason(upload.reason, false);
  return uploads.run(SERVER, 1, async () => {
    let answer: TableImport | undefined;
    const entry = { action: `${table} import`, target: table, reason };
    try {
      await runOperatorAction(dependencies, session, entry, async (transaction) => {
        answer = await replaceBy(transaction, dependencies.campus, table, upload);
        if (!answer.applied) throw new NotApplied();
        return answer.added + answer.changed + answer.removed > 0;
      });
    } catch (error) {
      if (!(error instanceof NotApplied)) throw error;
    }
    if (!answer) throw new Error('an import has no answer');
    return answer;
  });
}

/** Rolls back what a preview wrote. */
class NotApplied extends Error {}

async function replaceBy<Table extends PlaceTable>(
  transaction: Transaction,
  campus: Campus,
  table: Table,
  { text, first, last, apply }: TableUpload,
): Promise<TableImport> {
  const buildings = await lockBuildingIds(transaction);
  const needs = { ...(await lockTableNeeds(transaction, table, campus)), first, last };
  const { rows, mistakes, warnings, preview } = await parseApart({ table, text, needs, buildings });
  const counts =
    rows && mistakes.length === 0
      ? await putPlaces[table](transaction, rows as PlaceRows[Table][])
      : { added: 0, changed: 0, removed: 0, same: 0 };
  const { kept = [], ...numbers } = counts;
  return {
    applied: apply && mistakes.length === 0,
    ...numbers,
    mistakes: mistakes.slice(0, SHOWN),
    mistakeCount: mistakes.length,
    warnings: warnings.slice(0, SHOWN),
    warningCount: warnings.length,
    kept: kept.slice(0, SHOWN),
    preview: preview.slice(0, SHOWN),
  };
}

/** Parses a table in a process of its own: 20,000 rows would block the server for seconds. */
async function parseApart(task: TableTask): Promise<ParsedTable> {
  const folder = serverFolder();
  const isSource = import.meta.url.endsWith('.ts');
  const program = isSource ? ['src', 'features', 'admin', 'table-parser.ts'] : ['dist', 'table-parser.js'];
  const child = fork(join(folder, ...program), {
    cwd: folder,
    env: { PATH: process.env['PATH'] },
    execArgv: [`--max-old-space-size=${MEGABYTES_MAX}`, ...(isSource ? ['--import', 'tsx'] : [])],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    timeout: TIMEOUT,
    killSignal: 'SIGKILL',
  });
  const ended = new AbortController();
  child.once('exit', () => ended.abort());
  try {
    child.send(task);
    const [parsed] = (await once(child, 'message', { signal: ended.signal })) as [ParsedTable];
    return parsed;
  } catch {
    // Out of memory or time.
    throw new ProblemError('input.invalid', { fields: [{ field: 'text', code: 'tooLong' }] });
  } finally {
    child.kill('SIGKILL');
  }
}
