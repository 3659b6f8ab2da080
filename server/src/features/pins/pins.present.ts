import type { Campus } from '@madang/campus/campus';
import { picturePath } from '@madang/campus/load-campus';
import type { Pin } from '@madang/contract/pins/schema';
import type { Executor } from '../../platform/database/database.ts';
import { listPins } from './pins.queries.ts';

/** The buildings that a user pinned, in their order, as they are told to the user alone. */
export async function readPins(executor: Executor, campus: Campus, userId: string): Promise<Pin[]> {
  const rows = await listPins(executor, userId);
  return rows.map((row) => ({ id: row.id, name: row.name, picture: picturePath(row, campus) }));
}
