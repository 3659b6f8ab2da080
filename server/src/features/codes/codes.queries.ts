import { readCode } from '@madang/contract/codes/rules';
import type { Executor, Transaction } from '../../platform/database/database.ts';

/** A printed code and where it hangs. */
export interface CodeRow {
  code: string;
  buildingId: string;
  /** The building's name. */
  building: string;
  amenityId: string | null;
  /** Empty: the building itself. */
  spot: string;
  createdAt: Date;
  /** The code that hangs in its place. */
  replacedBy: string | null;
}

const CODES = `
  SELECT code, building_id AS "buildingId", buildings.name AS building, amenity_id AS "amenityId", spot,
         created_at AS "createdAt", replaced_by AS "replacedBy"
    FROM printed_codes JOIN buildings ON buildings.id = building_id`;

/** All codes by building, the oldest first; replaced ones too. */
export function listCodes(executor: Executor): Promise<CodeRow[]> {
  return executor.rows<CodeRow>(`${CODES} ORDER BY buildings.name, building_id, created_at, code`);
}

/** Whether a code hangs, and is the one that is meant, or of the building that is meant. */
export function hangs(
  { code, buildingId, replacedBy }: CodeRow,
  meant: { code?: string | undefined; building?: string | undefined },
): boolean {
  return (
    replacedBy === null &&
    (meant.code === undefined || readCode(meant.code) === code) &&
    (meant.building === undefined || meant.building === buildingId)
  );
}

export const FIND_CODE = `${CODES} WHERE code = $1`;

/** A code with where it hangs. */
export function findCode(executor: Executor, code: string): Promise<CodeRow | undefined> {
  return executor.first<CodeRow>(FIND_CODE, [code]);
}

/** A code that nobody replaces before the commit. */
export function holdCode(transaction: Transaction, code: string): Promise<CodeRow | undefined> {
  return transaction.first<CodeRow>(`${FIND_CODE} FOR SHARE OF printed_codes`, [code]);
}

/** Adds a code. */
export async function insertCode(
  transaction: Transaction,
  row: Pick<CodeRow, 'code' | 'buildingId' | 'amenityId' | 'spot'>,
): Promise<void> {
  await transaction.change(
    'INSERT INTO printed_codes (code, building_id, amenity_id, spot) VALUES ($1, $2, $3, $4)',
    [row.code, row.buildingId, row.amenityId, row.spot],
  );
}

/** Puts a new code in the place of one; false where that was replaced before, or is not there. */
export async function replaceCode(transaction: Transaction, code: string, next: string): Promise<boolean> {
  const added = await transaction.change(
    `WITH old AS (
       UPDATE printed_codes SET replaced_by = $2 WHERE code = $1 AND replaced_by IS NULL
       RETURNING building_id, amenity_id, spot)
     INSERT INTO printed_codes (code, building_id, amenity_id, spot) SELECT $2, old.* FROM old`,
    [code, next],
  );
  return added > 0;
}
